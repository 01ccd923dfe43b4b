/** Bytes 80 to BF of Windows-1251, which UTF-8 has after each Р or С when it is read as Windows-1251. */
const continuations = new TextDecoder('windows-1251').decode(
  Uint8Array.from({ length: 64 }, (_, index) => 0x80 + index),
);
const signsOfWrongEncoding = [
  /[\uFFFD\u0080-\u009F]/,
  new RegExp(`(?:[РС][${continuations.replace(/[\]^\\-]/g, '\\$&')}]){3}`),
  // UTF-8 and Windows-1251 as Latin.
  /(?:[ÐÑ].){3}/,
  /[À-ÿ]{4}/,
  // KOI8-R as Windows-1251: cases are exchanged.
  /(?<![А-яЁё])[а-яё][А-ЯЁ]{4}/,
  // CP866 as Windows-1251 and the reverse.
  /[ЂЃѓЉЊЌЋЏђљњќћџЎўЈ¤Ґ¦§©Є«¬®Ї]{3}/,
  /[\u2500-\u259F]/,
];

/** Whether a text looks read in a wrong encoding; texts inside lists and groups count. */
export function isGarbled(value: unknown): boolean {
  if (typeof value === 'string') return signsOfWrongEncoding.some((sign) => sign.test(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(isGarbled);
}
