import { randomInt, timingSafeEqual } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { solutionSchema, taskSchema, type Task } from '#contract/captcha.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { hardnessFor } from './pace.ts';
import { after, createLimits, windowOf } from '../account/limits.ts';
import { hashOf, newSecret } from '../account/secret.ts';
import type { Context } from '../context.ts';
import type { Visit } from '../http/visit.ts';
import { Refusal } from '../refusal.ts';
import { drawWord, randomWord } from './picture.ts';

/** Seconds for which a picture or a task is good. */
const lifetime = 300;
const algorithm = 'PBKDF2/SHA-256';
/** Rounds of PBKDF2 in one step, and the most steps while nobody hurries: about a second of a telephone's work. */
const rounds = 5000;
const steps = 150;

/** What a form brings to show that a person sends it. */
export interface Proof {
  word?: string | undefined;
  ssid?: string | undefined;
  altcha?: string | undefined;
}

export interface Captcha {
  issue(
    visit: Visit,
    picture: { form: CaptchaForm; word?: string },
  ): Promise<{ picture: string; ssid: string; needed: boolean }>;
  /** A task; it is the harder, the more registrations have come from near there, and from everywhere, of late. */
  challenge(visit: Visit, form: CaptchaForm): Promise<Task>;
  /** Uses the proof up, right or wrong; one that was made for another form is wrong. */
  admit(proof: Proof, visit: Visit, form: CaptchaForm): Promise<void>;
}

export function createCaptcha(context: Context): Captcha {
  const { settings, database, now = () => new Date() } = context;
  const limits = createLimits(context);

  const keep = (key: string, answer: string, form: CaptchaForm) =>
    database.transaction(async (tx) => {
      const time = now();
      await tx.deleteFrom('captchas').where('expires_at', '<=', time.toISOString()).execute();
      const expires_at = after(time, lifetime).toISOString();
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
        row.expires_at <= after(time, lifetime + 300).toISOString();
      return isGood && row.form === form ? row.answer : undefined;
    });

  async function isRightWord({ word = '', ssid = '' }: Proof, form: CaptchaForm): Promise<boolean> {
    const answer = await take(ssid, form);
    return answer !== undefined && timingSafeEqual(Buffer.from(answer), Buffer.from(answerOf(ssid, word)));
  }

  async function isSolved(altcha: string, form: CaptchaForm): Promise<boolean> {
    const payload = readPayload(altcha);
    const key = payload && (await take(`altcha ${payload.challenge.parameters.data.id}`, form));
    if (!payload || key === undefined) return false;
    const { verified } = await verifySolution({
      ...payload,
      deriveKey,
      hmacSignatureSecret: key,
      hmacKeySignatureSecret: key,
    });
    return verified;
  }

  return {
    async issue({ network }, { form, word = randomWord() }) {
      await limits.spend([windowOf(`captcha ${network}`, 60, 60)]);
      const ssid = newSecret();
      await keep(ssid, answerOf(ssid, word), form);
      return { picture: await drawWord(word), ssid, needed: settings.CAPTCHA === 'picture' };
    },

    async challenge(visit, form) {
      await limits.spend([windowOf(`captcha ${visit.network}`, 60, 60)]);
      const [id, key] = [newSecret(), newSecret()];
      await keep(`altcha ${id}`, key, form);
      const most = steps * (await hardnessFor(visit, limits));
      const { parameters, signature = '' } = await createChallenge({
        algorithm,
        cost: rounds,
        counter: randomInt(most / 2, most),
        deriveKey,
        hmacSignatureSecret: key,
        hmacKeySignatureSecret: key,
        expiresAt: after(now(), lifetime),
        data: { id },
      });
      return { parameters: { ...parameters, algorithm, data: { id } }, signature };
    },

    async admit(proof, { network }, form) {
      if (proof.altcha) {
        if (await isSolved(proof.altcha, form)) return;
        throw new Refusal(400, 'Проверка не прошла или устарела. Повторите её.', 'altcha');
      }
      if (settings.CAPTCHA === 'off') {
        // Without any proof only a few an hour may come from one place.
        await limits.spend([windowOf(`unproven ${network}`, 60, 3600)]);
        return;
      }
      if (!proof.word?.trim()) throw new Refusal(400, 'Введите слово с картинки.', 'word');
      if (!(await isRightWord(proof, form)))
        throw new Refusal(400, 'Слово не совпало или картинка устарела. Обновите картинку.', 'word');
    },
  };
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
