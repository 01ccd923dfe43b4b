/** Part of a body (RFC 9110, 14): first and last byte. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The one range of a `Range` header. Undefined: the whole is sent; `outside`: 416. */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return to === '0' ? 'outside' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'outside' : { first, last };
}
