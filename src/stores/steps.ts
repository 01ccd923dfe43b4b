import { atom, type ReadableAtom } from 'nanostores';
import { fittingSteps, noSteps, withStep, type How, type Step } from './step-history.ts';

/** What can be taken back of a form, and what can come again; `write` puts a value where the form has it. */
export function createSteps(
  $values: ReadableAtom<Readonly<Record<string, unknown>>>,
  write: (field: string, value: unknown) => void,
) {
  const $steps = atom(noSteps);

  function undo(): Step | undefined {
    const { done, undone } = $steps.get();
    const step = done.at(-1);
    if (!step) return undefined;
    $steps.set({ done: done.slice(0, -1), undone: [...undone, step] });
    write(step.field, step.before);
    return step;
  }

  function redo(): Step | undefined {
    const { done, undone } = $steps.get();
    const step = undone.at(-1);
    if (!step) return undefined;
    // A letter that is typed now is a step of its own.
    $steps.set({ done: [...done, { ...step, letter: undefined }], undone: undone.slice(0, -1) });
    write(step.field, step.after);
    return step;
  }

  return {
    $steps,
    undo,
    redo,
    add: (step: Step, how?: How) => $steps.set(withStep($steps.get(), step, how)),
    /** Others' words came into the form. */
    fit: () => $steps.set(fittingSteps($steps.get(), $values.get())),
  };
}
