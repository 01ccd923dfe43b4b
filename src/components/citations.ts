import type { Source } from '#domain/kinds/index.ts';
import { citedBy, paragraphName } from '#domain/paragraphs.ts';

export interface Cited {
  sources: readonly Pick<Source, 'fields'>[];
}

/** Numbers of the sources on which fields rest, as they stand in the list at the end of the page. */
export function numbersFor({ sources }: Cited, fields: string | readonly string[]): number[] {
  const asked = typeof fields === 'string' ? [fields] : fields;
  const numbers: number[] = [];
  sources.forEach((source, index) => {
    const isCited = source.fields.some((named) =>
      asked.some((field) => named === field || named.startsWith(`${field}.`)),
    );
    if (isCited) numbers.push(index + 1);
  });
  return numbers;
}

/**
 * HTML of the superscript links to the sources of fields. A page of many records, each with a list of sources of its
 * own, tells them apart by `anchor`: 'project-7-'.
 */
export function cite(record: Cited, fields: string | readonly string[], anchor = ''): string {
  const links = numbersFor(record, fields).map(
    (number) => `<a href="#${anchor}source-${number}" aria-label="Источник ${number}">${number}</a>`,
  );
  return links.length ? `<sup class="citation">${links.join(', ')}</sup>` : '';
}

/** HTML of the numbers of a text's sources: of the whole, and of single paragraphs (`therapy#2`). */
export function citationsOfText(record: Cited, field: string, anchor?: string) {
  const named = record.sources.flatMap(({ fields }) => fields).map(citedBy);
  const numbers = named.flatMap((one) => (one.field === field && one.paragraph ? [one.paragraph] : []));
  return {
    citation: cite(record, field, anchor),
    paragraphs: new Map(
      [...new Set(numbers)].map((number) => [number, cite(record, paragraphName(field, number), anchor)]),
    ),
  };
}
