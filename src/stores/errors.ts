import { atom } from 'nanostores';
import { watchCalls, type CallProblem } from '#contract/client/call.ts';

/** Errors of watched calls; each is shown once as a notice (B210). */
export const $errors = atom<readonly CallProblem[]>([]);

export function reportErrors(errors: readonly CallProblem[]): void {
  if (errors.length > 0) $errors.set([...$errors.get(), ...errors]);
}

export const clearErrors = () => $errors.set([]);

watchCalls({
  failed(error, { isWatched }, name) {
    // Background errors are only logged (B249, ruling G28), without personal data.
    console.info(`${name}: ${error.status}`);
    if (isWatched) reportErrors(error.errors);
  },
});
