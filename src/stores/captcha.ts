import { atom } from 'nanostores';
import { call, type Output } from '#contract/client/call.ts';
import type { CaptchaForm } from '#contract/forms/access.ts';
import type { Solved, SolvingTask } from './solving.ts';

type Picture = Output<'GET /api/captcha/ssid'>;

/**
 * The proof that a person sends a form: a picture with a word (B190, B191), or a task that the browser solves by itself,
 * for those who do not see pictures (ruling G16). Where many register with mail of one
 * domain, their tasks are made for it.
 */
export function createCaptcha(form: CaptchaForm) {
  /** What is typed of the address so far. */
  const $email = atom('');
  const $picture = atom<Picture | undefined>(undefined);
  const $isLoading = atom(false);
  const $hasFailed = atom(false);
  /** The solved task, as the form sends it. */
  const $solution = atom<string | undefined>(undefined);
  const $isSolving = atom(false);
  /** The task is much harder than usual: many register nearby. */
  const $isLong = atom(false);

  async function refresh(): Promise<void> {
    if ($isLoading.get()) return;
    $isLoading.set(true);
    $hasFailed.set(false);
    $solution.set(undefined);
    try {
      const picture = await call('GET /api/captcha/ssid', { query: { form }, isQuiet: true });
      $picture.set(picture);
      // The form does not wait for an optional proof; with one, the hourly limit of a network does not count.
      if (!picture.needed) void solve();
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
      const task = await getTask(form, $email.get().split('@')[1]?.trim() ?? '');
      $isLong.set(task.parameters.data.hardness > 4);
      $solution.set(btoa(JSON.stringify({ challenge: task, solution: await solveInWorker(task) })));
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

  /** Whether the form may not be sent without a proof. */
  const isNeeded = () => $picture.get()?.needed !== false;

  return {
    $email,
    $picture,
    $isLoading,
    $hasFailed,
    $solution,
    $isSolving,
    $isLong,
    refresh,
    solve,
    renew,
    isNeeded,
  };
}

export type CaptchaStore = ReturnType<typeof createCaptcha>;

/** The task is a document of altcha's own shape, without `status` and `data`. */
async function getTask(form: CaptchaForm, domain: string): Promise<SolvingTask> {
  const response = await fetch(`/api/captcha/challenge?${new URLSearchParams({ form, domain }).toString()}`);
  if (!response.ok) throw new Error(`The task was not given: ${response.status}`);
  return (await response.json()) as Output<'GET /api/captcha/challenge'>;
}

/** A second of hashing is nothing for the thread that draws the page. */
async function solveInWorker(task: SolvingTask): Promise<NonNullable<Solved>> {
  const worker = new Worker(new URL('./solving.ts', import.meta.url), { type: 'module' });
  try {
    const solved = await new Promise<Solved>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Solved>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The task could not be solved')));
      worker.postMessage(task);
    });
    if (!solved) throw new Error('The task took too long');
    return solved;
  } finally {
    worker.terminate();
  }
}
