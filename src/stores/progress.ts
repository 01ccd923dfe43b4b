import { atom } from 'nanostores';
import { watchCalls } from '#contract/client/call.ts';

/** A call that ends sooner, in milliseconds, shows nothing; a longer one the bar of app/chrome/progress.css (B259). */
export const progressThrottle = 200;

export const $isProgressShown = atom(false);

let running = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

watchCalls({
  started(_, { isQuiet }) {
    if (isQuiet) return;
    running += 1;
    timer ??= setTimeout(() => $isProgressShown.set(true), progressThrottle);
  },
  ended(_, { isQuiet }) {
    if (isQuiet) return;
    running -= 1;
    if (running > 0) return;
    clearTimeout(timer);
    timer = undefined;
    $isProgressShown.set(false);
  },
});
