/**
 * Keys of actions (Idempotency-Key): the same values sent again, after a cut or a double click, are the same action and have
 * the same key.
 */
export function createKeys(): (values: unknown) => string {
  let last = { values: '', key: '' };
  return (values) => {
    const text = JSON.stringify(values);
    if (text !== last.values) last = { values: text, key: newKey() };
    return last.key;
  };
}

/** 128 random bits; randomUUID is missing where a page came over plain http. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
