import { atom } from 'nanostores';
import { watchCalls, type CallProblem } from '#contract/client/call.ts';

/** What went wrong in calls that are watched; each entry is told once, as a notice (B210). */
export const $errors = atom<readonly CallProblem[]>([]);

export function reportErrors(errors: readonly CallProblem[]): void {
  if (errors.length > 0) $errors.set([...$errors.get(), ...errors]);
}

export const clearErrors = () => $errors.set([]);

watchCalls({
  failed(error, { isWatched }, name) {
    // What nobody has asked for is only logged (B249, ruling G28): the message holds no data of the person.
    console.info(`${name}: ${error.status}`);
    if (isWatched) reportErrors(error.errors);
  },
});
