import { scrypt } from '@noble/hashes/scrypt.js';
import { solveChallenge, type DeriveKeyFunction, type Solution } from 'altcha-lib';
import type { Output } from '#contract/client/call.ts';

/** A worker that solves one task, loaded for the check without a picture. */

export type SolvingTask = Output<'GET /api/captcha/challenge'>;
export type Solved = Solution | null;

/** A little less than a task is good for. */
const timeoutMs = 280_000;

/** One step, as the server makes it with the scrypt of its own; a script, for the site allows no code but scripts. */
const deriveKey: DeriveKeyFunction = async ({ cost, memoryCost = 8, keyLength }, salt, password) => ({
  parameters: {},
  derivedKey: scrypt(password, salt, { N: cost, r: memoryCost, p: 1, dkLen: keyLength }),
});

addEventListener('message', ({ data }: MessageEvent<SolvingTask>) => {
  void solveChallenge({ challenge: data, deriveKey, timeout: timeoutMs }).then((solved) =>
    (postMessage as (message: Solved) => void)(solved),
  );
});
