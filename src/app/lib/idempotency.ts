import { newKey } from '#stores/new-key.ts';

/** Keys of actions (Idempotency-Key): equal values, after a cut or a double click, have one key. */
export function createKeys(): (values: unknown) => string {
  let last = { values: '', key: '' };
  return (values) => {
    const text = JSON.stringify(values);
    if (text !== last.values) last = { values: text, key: newKey() };
    return last.key;
  };
}
