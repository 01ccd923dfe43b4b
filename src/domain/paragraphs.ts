/** Paragraphs as numbered in sources, from 1: parts between empty lines, without headings. */
export function paragraphsOf(text: string): string[] {
  return partsOf(text).filter(isParagraph);
}

/** Parts between empty lines, including headings. */
export const partsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '');

export const isParagraph = (part: string): boolean => !/^#{1,4}[^\n]*$/.test(part.trim());

/** Target of a source: a field, `genes`, or a paragraph of a text, `therapy#2`. */
export function citedBy(named: string): { field: string; paragraph?: number } {
  const [field = '', number] = named.split('#');
  return number === undefined ? { field } : { field, paragraph: Number(number) };
}

export const paragraphName = (field: string, paragraph: number): string => `${field}#${paragraph}`;

/** Error message for a source's reference; undefined when valid. `titleOf` names a field. */
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
