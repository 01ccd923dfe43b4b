import type { Source } from '#domain/kinds/index.ts';
import { citedBy, paragraphName } from '#domain/paragraphs.ts';

/** Numbers of the sources on which a field rests, as they stand in the list at the end of the page. */
export function numbersFor(sources: readonly Pick<Source, 'fields'>[], ...fields: string[]): number[] {
  const numbers: number[] = [];
  sources.forEach((source, index) => {
    const isCited = source.fields.some((named) =>
      fields.some((field) => named === field || named.startsWith(`${field}.`)),
    );
    if (isCited) numbers.push(index + 1);
  });
  return numbers;
}

type Cited = { sources: readonly Pick<Source, 'fields'>[] };

/** Superscript links to the sources of a field; a record without a source for it shows none. */
export function cite(record: Cited, ...fields: string[]): string {
  return citeWithin('', record, ...fields);
}

/** The numbers of a text's sources: of the whole, and of single paragraphs (`therapy#2`), as `Prose` takes them. */
export function citing(record: Cited, field: string, anchor = '') {
  const named = record.sources.flatMap(({ fields }) => fields).map(citedBy);
  const numbers = named.flatMap((one) => (one.field === field && one.paragraph ? [one.paragraph] : []));
  return {
    citation: citeWithin(anchor, record, field),
    paragraphs: new Map(
      [...new Set(numbers)].map((number) => [
        number,
        citeWithin(anchor, record, paragraphName(field, number)),
      ]),
    ),
  };
}

/** The same on a page of many records, whose lists of sources are distinguished by `anchor`: 'project-7-'. */
export function citeWithin(anchor: string, record: Cited, ...fields: string[]): string {
  const links = numbersFor(record.sources, ...fields).map(
    (number) => `<a href="#${anchor}source-${number}" aria-label="Источник ${number}">${number}</a>`,
  );
  return links.length ? `<sup class="citation">${links.join(', ')}</sup>` : '';
}
