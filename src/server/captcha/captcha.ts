import { addSeconds } from '../base/clock.ts';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import { z } from 'zod';
import { solutionSchema, taskSchema, type CaptchaTask } from '#contract/captcha.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { domainOf, hardnessAt, hardnessFor, picturesOf } from './pace.ts';
import { windowOf } from '../request/limits.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import type { Context } from '../request/context.ts';
import type { ClientInfo } from '../request/client.ts';
import { HttpError } from '../http-error.ts';
import { drawWord, randomWord } from './picture.ts';

/** Seconds for which a picture or a task is good. */
const lifetime = 300;
/**
 * One step of a task is one scrypt in 4 MB: a browser's script needs 2.4 times as long for it as OpenSSL (measured in
 * Chromium), and cards that try thousands of hashes at once lack memory for thousands of these.
 */
const algorithm = 'SCRYPT';
const step = { cost: 4096, memoryCost: 8 };
/** The most steps while nobody hurries: about a second of a telephone's work. */
const steps = 16;

/** What a form brings to show that a person sends it. */
export interface ProofOfWork {
  /** Of the account that is wanted. */
  email?: string | undefined;
  word?: string | undefined;
  ssid?: string | undefined;
  altcha?: string | undefined;
}

export interface Captcha {
  issue(
    client: ClientInfo,
    picture: { form?: CaptchaForm | undefined; word?: string },
  ): Promise<{ picture: string; ssid: string; needed: boolean }>;
  /**
   * A task; it is the harder, the more registrations have come from near there, with mail of that domain, and from
   * everywhere, of late.
   */
  challenge(client: ClientInfo, task: { form: CaptchaForm; domain?: string }): Promise<CaptchaTask>;
  /** Uses the proof up, right or wrong; one that was made for another form is wrong, a picture may be for any. */
  admit(proof: ProofOfWork, client: ClientInfo, form: CaptchaForm): Promise<void>;
}

export function createCaptcha(context: Context): Captcha {
  const { settings, database, now } = context;
  const limits = context.limits;

  const { keep, isRightWord, solvedFor } = answersOf(context);

  return {
    async issue({ network }, { form, word = randomWord() }) {
      await limits.spend([windowOf(`captcha ${network}`, 60, 60)]);
      const ssid = newSecret();
      await keep(ssid, answerOf(ssid, word), form ?? null);
      return { picture: await drawWord(word), ssid, needed: settings.CAPTCHA === 'picture' };
    },

    async challenge(client, { form, domain: asked = '' }) {
      await limits.spend([windowOf(`captcha ${client.network}`, 60, 60)]);
      const [id, key] = [newSecret(), newSecret()];
      await keep(`altcha ${id}`, key, form);
      const domain = domainOf(`@${asked}`);
      const hardness = await hardnessFor(client, domain, limits);
      const most = steps * hardness;
      const about = { id, domain, hardness };
      const { parameters, signature = '' } = await createChallenge({
        algorithm,
        ...step,
        counter: randomInt(most / 2, most),
        deriveKey,
        hmacSignatureSecret: key,
        hmacKeySignatureSecret: key,
        expiresAt: addSeconds(now(), lifetime),
        data: about,
      });
      return { parameters: { ...parameters, ...step, algorithm, data: about }, signature };
    },

    async admit(proof, client, form) {
      if (proof.altcha) {
        const solved = await solvedFor(proof.altcha, form);
        if (solved === undefined)
          throw new HttpError(400, 'Проверка не прошла или устарела. Повторите её.', 'altcha');
        const domain = domainOf(proof.email ?? '');
        // A task may be stored while tasks are easy: what counts is the price now, or half of it while one is being solved.
        if (2 * solved.hardness < (await hardnessFor(client, domain, limits)))
          throw new HttpError(
            400,
            'Отсюда сейчас много регистраций: повторите проверку, она займёт больше времени.',
            'altcha',
          );
        if (solved.domain !== domain && (await hardnessAt(domain, limits)) > 1)
          throw new HttpError(
            400,
            'С почтой этого домена сейчас много регистраций: повторите проверку, она займёт больше времени.',
            'altcha',
          );
        return;
      }
      if (settings.CAPTCHA === 'off') {
        // Without any proof only a few an hour may come from one place.
        await limits.spend([windowOf(`unproven ${client.network}`, 60, 3600)]);
        return;
      }
      if (!proof.word?.trim()) throw new HttpError(400, 'Введите слово с картинки.', 'word');
      if (!(await isRightWord(proof, form)))
        throw new HttpError(
          400,
          'Слово не совпало или картинка устарела. Введите слово с новой картинки.',
          'word',
        );
      // Programs read pictures: a few a day may stand in place of the task, which costs.
      const isFew = await database.transaction((tx) => limits.spendWithin(tx, picturesOf(client)));
      if (!isFew)
        throw new HttpError(
          400,
          'С картинкой отсюда сегодня уже регистрировались. Нажмите «Не вижу картинку: проверить без неё».',
          'word',
        );
    },
  };
}

/** Right answers, each good for one try and for one form. */
function answersOf({ database, now }: Pick<Context, 'database' | 'now'>) {
  const keep = (key: string, answer: string, form: CaptchaForm | null) =>
    database.transaction(async (tx) => {
      const time = now();
      await tx.deleteFrom('captchas').where('expires_at', '<=', time.toISOString()).execute();
      const expires_at = addSeconds(time, lifetime).toISOString();
      await tx
        .insertInto('captchas')
        .values({ ssid_hash: hashOf(key), answer, form, expires_at })
        .execute();
    });

  /** Takes the answer out: of a hundred tries at once, one gets it. */
  const take = (key: string, form: CaptchaForm) =>
    database.transaction(async (tx) => {
      const row = await tx
        .deleteFrom('captchas')
        .where('ssid_hash', '=', hashOf(key))
        .returning(['answer', 'form', 'expires_at'])
        .executeTakeFirst();
      const time = now();
      // A clock that was set back must not make a word live longer.
      const isGood =
        row !== undefined &&
        row.expires_at > time.toISOString() &&
        row.expires_at <= addSeconds(time, lifetime + 300).toISOString();
      return isGood && (row.form ?? form) === form ? row.answer : undefined;
    });

  async function isRightWord({ word = '', ssid = '' }: ProofOfWork, form: CaptchaForm): Promise<boolean> {
    const answer = await take(ssid, form);
    return answer !== undefined && timingSafeEqual(Buffer.from(answer), Buffer.from(answerOf(ssid, word)));
  }

  /** The domain of mail and the hardness of a task that has been solved. */
  async function solvedFor(
    altcha: string,
    form: CaptchaForm,
  ): Promise<{ domain: string; hardness: number } | undefined> {
    const payload = readPayload(altcha);
    const key = payload && (await take(`altcha ${payload.challenge.parameters.data.id}`, form));
    if (!payload || key === undefined) return undefined;
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: key,
      hmacKeySignatureSecret: key,
    });
    return verified ? payload.challenge.parameters.data : undefined;
  }

  return { keep, isRightWord, solvedFor };
}

/** Stored together with the session, so that equal words look different. */
const answerOf = (ssid: string, word: string) => hashOf(`${ssid} ${plain(word)}`);

/** Capitals, ё, spaces and Latin letters of the same look are no mistake. */
const plain = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replaceAll('ё', 'е')
    .replace(/[aekmhopctxyb]/g, (letter) => 'аекмнорстхув'['aekmhopctxyb'.indexOf(letter)] ?? letter);

const payloadSchema = z.object({ challenge: taskSchema, solution: solutionSchema });

/** The solution as altcha writes it: JSON in base64. */
function readPayload(altcha: string): z.infer<typeof payloadSchema> | undefined {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(altcha, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}
