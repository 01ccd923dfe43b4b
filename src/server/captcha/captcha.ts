import { addSeconds, isCurrent } from '../base/clock.ts';
import { randomInt, timingSafeEqual } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import { z } from 'zod';
import { solutionSchema, taskSchema } from '#contract/captcha.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import { domainOf, hardnessAt, hardnessFor, picturesOf } from './pace.ts';
import { windowOf } from '../request/limits.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import type { Handlers } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import type { ClientInfo } from '../request/client.ts';
import { HttpError } from '../http-error.ts';
import { drawWord, randomWord } from './picture.ts';

const lifetimeSeconds = 300;
/**
 * One step is one scrypt of 4 MB: a browser script takes 2.4 times as long as OpenSSL (measured in Chromium),
 * and graphics cards lack memory for thousands of them.
 */
const algorithm = 'SCRYPT';
const step = { cost: 4096, memoryCost: 8 };
/** Maximum steps at rest: about a second on a phone. */
const steps = 16;

export const captchaHandlers = {
  'GET /api/captcha/ssid': (caller, { query }) => issuePicture(caller, caller.client, query),
  /** A task, harder with recent registrations from the same network, mail domain, and in total. */
  'GET /api/captcha/challenge': async (caller, { query }) => {
    const { client, limits, now } = caller;
    await limits.spend([windowOf(`captcha ${client.network}`, 60, 60)]);
    const [id, key] = [newSecret(), newSecret()];
    await keepAnswer(caller, { key: `altcha ${id}`, answer: key, form: query.form });
    const domain = domainOf(`@${query.domain}`);
    const hardness = await hardnessFor(client, domain, limits);
    const maxSteps = steps * hardness;
    const about = { id, domain, hardness };
    const { parameters, signature = '' } = await createChallenge({
      algorithm,
      ...step,
      counter: randomInt(maxSteps / 2, maxSteps),
      deriveKey,
      hmacSignatureSecret: key,
      hmacKeySignatureSecret: key,
      expiresAt: addSeconds(now(), lifetimeSeconds),
      data: about,
    });
    return { parameters: { ...parameters, ...step, algorithm, data: about }, signature };
  },
} satisfies Partial<Handlers>;

/** A picture of a word, for one form or any. */
export async function issuePicture(
  context: Context,
  { network }: Pick<ClientInfo, 'network'>,
  { form, word = randomWord() }: { form?: CaptchaForm | undefined; word?: string },
) {
  await context.limits.spend([windowOf(`captcha ${network}`, 60, 60)]);
  const ssid = newSecret();
  await keepAnswer(context, { key: ssid, answer: answerOf(ssid, word), form: form ?? null });
  return { picture: await drawWord(word), ssid, needed: context.settings.CAPTCHA === 'picture' };
}

/** Proof fields of a form, and its address of the new account. */
type Proof = Partial<Record<'email' | 'word' | 'ssid' | 'altcha', string | undefined>>;

/** Consumes the proof, right or wrong; a task must be for this form, a picture may be for any. */
export async function admit(
  context: Context,
  { email = '', word = '', ssid = '', altcha }: Proof,
  client: ClientInfo,
  form: CaptchaForm,
): Promise<void> {
  const { settings, database, limits } = context;
  if (altcha)
    return await checkTask(context, await solvedTask(context, altcha, form), domainOf(email), client);
  if (settings.CAPTCHA === 'off') {
    // Without any proof a network gets a few an hour.
    await limits.spend([windowOf(`unproven ${client.network}`, 60, 3600)]);
    return;
  }
  if (!word.trim()) throw new HttpError(400, 'Введите слово с картинки.', 'word');
  const answer = await takeAnswer(context, ssid, form);
  if (answer === undefined || !timingSafeEqual(Buffer.from(answer), Buffer.from(answerOf(ssid, word))))
    throw new HttpError(
      400,
      'Слово не совпало или картинка устарела. Введите слово с новой картинки.',
      'word',
    );
  // Programs can read pictures: a few a day may replace the costly task.
  if (!(await database.transaction((tx) => limits.spendWithin(tx, picturesOf(client)))))
    throw new HttpError(
      400,
      'С картинкой отсюда сегодня уже регистрировались. Нажмите «Не вижу картинку: проверить без неё».',
      'word',
    );
}

/** A task must be solved, for this mail domain, and as hard as the current price. */
async function checkTask(
  { limits }: Context,
  solved: { domain: string; hardness: number } | undefined,
  domain: string,
  client: ClientInfo,
): Promise<void> {
  if (solved === undefined)
    throw new HttpError(400, 'Проверка не прошла или устарела. Повторите её.', 'altcha');
  // Tasks can be hoarded while they are easy: the current price applies, or half of it for a task in
  // progress.
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
}

async function solvedTask(context: Context, altcha: string, form: CaptchaForm) {
  const payload = readPayload(altcha);
  const key = payload && (await takeAnswer(context, `altcha ${payload.challenge.parameters.data.id}`, form));
  if (!payload || key === undefined) return undefined;
  const { verified } = await verifySolution({
    ...payload,
    deriveKey,
    hmacSignatureSecret: key,
    hmacKeySignatureSecret: key,
  });
  return verified ? payload.challenge.parameters.data : undefined;
}

/** Stores a right answer, valid for one attempt. */
const keepAnswer = (
  { database, now }: Context,
  { key, ...values }: { key: string; answer: string; form: CaptchaForm | null },
) =>
  database.transaction(async (tx) => {
    const time = now();
    await tx.deleteFrom('captchas').where('expires_at', '<=', time.toISOString()).execute();
    const expires_at = addSeconds(time, lifetimeSeconds).toISOString();
    await tx
      .insertInto('captchas')
      .values({ ssid_hash: hashOf(key), ...values, expires_at })
      .execute();
  });

/** Deletes the answer: of concurrent attempts one gets it. */
async function takeAnswer(
  { database, now }: Context,
  key: string,
  form: CaptchaForm,
): Promise<string | undefined> {
  const row = await database.transaction((tx) =>
    tx
      .deleteFrom('captchas')
      .where('ssid_hash', '=', hashOf(key))
      .returning(['answer', 'form', 'expires_at'])
      .executeTakeFirst(),
  );
  if (!row || !isCurrent(row.expires_at, lifetimeSeconds, now())) return undefined;
  return (row.form ?? form) === form ? row.answer : undefined;
}

/** Hashed with the session, so that equal words differ. */
const answerOf = (ssid: string, word: string) => hashOf(`${ssid} ${normalizeWord(word)}`);

/** Ignores case, ё, spaces and Latin lookalikes. */
const normalizeWord = (word: string) =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s/g, '')
    .replaceAll('ё', 'е')
    .replace(/[aekmhopctxyb]/g, (letter) => 'аекмнорстхув'['aekmhopctxyb'.indexOf(letter)] ?? letter);

const payloadSchema = z.object({ challenge: taskSchema, solution: solutionSchema });

/** Parses altcha's solution: JSON in base64. */
function readPayload(altcha: string): z.infer<typeof payloadSchema> | undefined {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(altcha, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}
