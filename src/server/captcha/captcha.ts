import { timingSafeEqual } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { z } from 'zod';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { after, createLimits, windowOf } from '../account/limits.ts';
import { hashOf, newSecret } from '../account/secret.ts';
import type { Context } from '../context.ts';
import type { Visit } from '../http/visit.ts';
import { Refusal } from '../refusal.ts';
import { drawWord, randomWord } from './picture.ts';

/** Seconds for which a picture or a task is good. */
const lifetime = 600;
/** About a second of a telephone's work. */
const hardness = 50_000;

/** Without a form the proof is good for whichever comes first. */
type Form = CaptchaForm | undefined;

/** What a form brings to show that a person sends it. */
export interface Proof {
  word?: string | undefined;
  ssid?: string | undefined;
  altcha?: string | undefined;
}

export interface Captcha {
  issue(
    visit: Visit,
    picture?: { form?: Form; word?: string },
  ): Promise<{ picture: string; ssid: string; needed: boolean }>;
  challenge(visit: Visit, form?: Form): Promise<Awaited<ReturnType<typeof createChallenge>>>;
  /** Uses the proof up, right or wrong; one that was made for another form is wrong. */
  admit(proof: Proof, visit: Visit, form: CaptchaForm): Promise<void>;
}

export function createCaptcha(context: Context): Captcha {
  const { settings, database, now = () => new Date() } = context;
  const limits = createLimits(context);

  const keep = (key: string, answer: string, form: Form) =>
    database.transaction(async (tx) => {
      const time = now();
      await tx.deleteFrom('captchas').where('expires_at', '<=', time.toISOString()).execute();
      const expires_at = after(time, lifetime).toISOString();
      await tx
        .insertInto('captchas')
        .values({ ssid_hash: hashOf(key), answer, form: form ?? null, expires_at })
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
      const isForThis = row && (row.form === null || row.form === form);
      return isForThis && row.expires_at > now().toISOString() ? row.answer : undefined;
    });

  async function isRightWord({ word = '', ssid = '' }: Proof, form: CaptchaForm): Promise<boolean> {
    const answer = await take(ssid, form);
    return answer !== undefined && timingSafeEqual(Buffer.from(answer), Buffer.from(answerOf(ssid, word)));
  }

  async function isSolved(altcha: string, form: CaptchaForm): Promise<boolean> {
    const solution = readSolution(altcha);
    const id = new URLSearchParams(solution?.salt.split('?')[1]).get('id');
    const key = id ? await take(`altcha ${id}`, form) : undefined;
    return key !== undefined && solution !== undefined && (await verifySolution(solution, key));
  }

  return {
    async issue({ network }, { form, word = randomWord() } = {}) {
      await limits.spend([windowOf(`captcha ${network}`, 60, 60)]);
      const ssid = newSecret();
      await keep(ssid, answerOf(ssid, word), form);
      return { picture: await drawWord(word), ssid, needed: settings.CAPTCHA === 'picture' };
    },

    async challenge({ network }, form) {
      await limits.spend([windowOf(`captcha ${network}`, 60, 60)]);
      const [id, hmacKey] = [newSecret(), newSecret()];
      await keep(`altcha ${id}`, hmacKey, form);
      return await createChallenge({
        hmacKey,
        maxnumber: hardness,
        params: { id },
        expires: after(now(), lifetime),
      });
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

const solutionSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.int(),
  salt: z.string(),
  signature: z.string(),
});

/** The solution as altcha writes it: JSON in base64. */
function readSolution(altcha: string): z.infer<typeof solutionSchema> | undefined {
  try {
    return solutionSchema.parse(JSON.parse(Buffer.from(altcha, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}
