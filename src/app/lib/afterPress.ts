import type { FieldValues, Resolver } from 'react-hook-form';

/** The current press of a pointer; resolved between presses. */
let press = Promise.resolve();

globalThis.addEventListener?.(
  'pointerdown',
  () => {
    const ended = new AbortController();
    press = new Promise((resolve) => {
      const end = () => {
        ended.abort();
        // The click follows in the same task.
        setTimeout(resolve);
      };
      // A menu or a key ends a press whose release the page does not see.
      for (const name of ['pointerup', 'pointercancel', 'dragend', 'contextmenu', 'keydown'])
        addEventListener(name, end, { capture: true, signal: ended.signal });
    });
  },
  { capture: true },
);

/**
 * Delays errors until the pointer is released. An error shown on blur moves the button from under a press that has begun,
 * and the click is lost.
 */
export const afterPress =
  <Values extends FieldValues>(resolver: Resolver<Values>): Resolver<Values> =>
  async (...given) => {
    await press;
    return await resolver(...given);
  };
