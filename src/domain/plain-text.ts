/**
 * What pages, PDF and word processors leave in a text without meaning: soft hyphens, zero-width spaces, word joiners,
 * marks of direction. Joiners between letters are removed too; those of emoji stay.
 */
const invisible =
  /[\u00ad\u200b\u200c\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\ufe0f\p{Emoji_Modifier}])\u200d/gu;

/** A text as it is kept: composed letters (NFC), nothing invisible, one kind of line end. */
export const plainText = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .normalize('NFC');

/** The same in one line: titles that differ by blanks alone are one title. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** Without NUL and lone surrogates, which PostgreSQL cannot store. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
