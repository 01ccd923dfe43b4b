/**
 * Renumbers the sources of a page in order of citation, uncited ones last. The record keeps its own order.
 */
export function numberedInOrder(html: string): string {
  const places = new Map<string, number>();
  const place = (number: string) => {
    const known = places.get(number);
    if (known === undefined) places.set(number, places.size + 1);
    return known ?? places.size;
  };
  const listed = [...html.matchAll(item)];
  if (listed.length < 2) return html;
  for (const [group] of html.matchAll(citation))
    for (const number of [...group.matchAll(link)]
      .map(([, one = '']) => Number(one))
      .toSorted((a, b) => a - b))
      place(String(number));
  for (const [, number = ''] of listed) place(number);
  const items = listed
    .map(([, number = '', words = '']) => ({ at: place(number), words }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, words }) => `<li id="source-${at}">${words}</li>`);
  let next = 0;
  return html
    .replace(item, () => items[next++] ?? '')
    .replace(citation, (group) => {
      const links = [...group.matchAll(link)].map(([, number = '']) => place(number));
      return `<sup class="citation">${links
        .toSorted((one, other) => one - other)
        .map(linkTo)
        .join(', ')}</sup>`;
    });
}

const linkTo = (number: number) =>
  `<a href="#source-${number}" aria-label="Источник ${number}">${number}</a>`;

/** Markup of citations.ts for a page with one record, and of Sources.astro. */
const citation = /<sup class="citation">(?:<a href="#source-\d+"[^>]*>\d+<\/a>(?:, )?)+<\/sup>/g;
const link = /<a href="#source-(\d+)"/g;
const item = /<li id="source-(\d+)">(.*?)<\/li>/gs;

/** A page without this `item` keeps its order. */
export const secondSource = '<li id="source-2">';
