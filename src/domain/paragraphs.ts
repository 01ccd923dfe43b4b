/** Paragraphs of a text as sources number them, from 1: parts between empty lines; a heading that stands alone is none. */
export function paragraphsOf(text: string): string[] {
  return partsOf(text).filter(isParagraph);
}

/** Parts of a text between empty lines, headings that stand alone among them. */
export const partsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '');

/** A heading is one line. */
export const isParagraph = (part: string): boolean => !/^#{1,4}[^\n]*$/.test(part.trim());

/** What a source names: a field, `genes`, or one paragraph of a text, `therapy#2`. */
export function citedBy(named: string): { field: string; paragraph?: number } {
  const [field = '', number] = named.split('#');
  return number === undefined ? { field } : { field, paragraph: Number(number) };
}

/** The name by which a source bears one paragraph of a field. */
export const paragraphName = (field: string, paragraph: number): string => `${field}#${paragraph}`;

/** Why a source cannot bear what it names, in Russian; nothing when it can. `titleOf` names a field. */
export function wrongParagraph(
  named: string,
  record: Readonly<Record<string, unknown>>,
  titleOf: (field: string) => string = (field) => field,
): string | undefined {
  const { field, paragraph } = citedBy(named);
  if (paragraph === undefined) return undefined;
  const text = record[field];
  const count = typeof text === 'string' ? paragraphsOf(text).length : 0;
  if (Number.isInteger(paragraph) && paragraph >= 1 && paragraph <= count) return undefined;
  return `В поле «${titleOf(field)}» нет абзаца ${named.split('#')[1] ?? ''}`;
}
