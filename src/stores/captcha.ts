import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { atom } from 'nanostores';
import { call, type Output } from '#contract/client/call.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';

export type Picture = Output<'GET /api/captcha/ssid'>;

/**
 * The proof that a person sends a form: a picture with a word (B190, B191), or a task that the browser solves by itself,
 * for those who do not see pictures (ruling G16).
 */
export function createCaptcha(form: CaptchaForm) {
  const $picture = atom<Picture | undefined>(undefined);
  const $isLoading = atom(false);
  const $hasFailed = atom(false);
  /** The solved task, as the form sends it. */
  const $solution = atom<string | undefined>(undefined);
  const $isSolving = atom(false);

  async function refresh(): Promise<void> {
    if ($isLoading.get()) return;
    $isLoading.set(true);
    $hasFailed.set(false);
    try {
      const picture = await call('GET /api/captcha/ssid', { query: { form }, isQuiet: true });
      $picture.set(picture);
      if (!picture.needed) await solve();
    } catch {
      $hasFailed.set(true);
    } finally {
      $isLoading.set(false);
    }
  }

  async function solve(): Promise<void> {
    if ($isSolving.get()) return;
    $isSolving.set(true);
    $hasFailed.set(false);
    try {
      $solution.set(await solveTask(form));
    } catch {
      $hasFailed.set(true);
    } finally {
      $isSolving.set(false);
    }
  }

  /** A proof is good for one try. */
  async function renew(): Promise<void> {
    const wasSolved = $solution.get() !== undefined;
    $solution.set(undefined);
    await (wasSolved ? solve() : refresh());
  }

  return { $picture, $isLoading, $hasFailed, $solution, $isSolving, refresh, solve, renew };
}

export type Captcha = ReturnType<typeof createCaptcha>;

/** The task is a document of altcha's own shape, without `status` and `data`. */
async function solveTask(form: CaptchaForm): Promise<string> {
  const response = await fetch(`/api/captcha/challenge?form=${form}`);
  if (!response.ok) throw new Error(`The task was not given: ${response.status}`);
  const task = (await response.json()) as Output<'GET /api/captcha/challenge'>;
  const solution = await solveChallenge({ challenge: task, deriveKey });
  if (!solution) throw new Error('The task took too long');
  return btoa(JSON.stringify({ challenge: task, solution }));
}
