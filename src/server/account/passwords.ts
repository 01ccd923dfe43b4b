import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizePassword } from '#contract/forms/password.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import { usualPasswordCost } from '../request/context.ts';

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

/** A hash takes 19 MiB and a core: more at once would only slow all down. */
const hashSemaphore = makeSemaphore({ width: 2, maxQueue: 200 });

/** A hash in PHC notation. */
export async function hashPassword(password: string, cost = usualPasswordCost): Promise<string> {
  const nonce = randomBytes(16);
  const key = await hashSemaphore.run(() =>
    derive({ ...cost, parallelism: 1, message: normalizePassword(password), nonce, tagLength: 32 }),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${unpadded(nonce)}$${unpadded(key)}`;
}

/** A hash of random bytes, so that an unknown account takes the same time. */
const dummyHash = `${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;

/** Whether the password is right; without a hash false after the same work. */
export async function isPassword(
  password: string,
  hash: string | null | undefined,
  cost = usualPasswordCost,
): Promise<boolean> {
  const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(
    hash ?? `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${dummyHash}`,
  );
  if (!stored) throw new Error('A stored password has an unknown format');
  const [, memory, passes, parallelism, nonce = '', key = ''] = stored;
  const expected = Buffer.from(key, 'base64');
  const derived = await hashSemaphore.run(() =>
    derive({
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      message: normalizePassword(password),
      nonce: Buffer.from(nonce, 'base64'),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(derived, expected) && hash !== null && hash !== undefined;
}

/** Base64 without padding, as in PHC. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
