/**
 * Renumbers the sources of a page in order of citation, uncited ones last. The record keeps its own order. Takes the text
 * of a page, or its bytes as latin1.
 */
export function numberedInOrder(html: string): string {
  const listed = [...html.matchAll(item)].map(([, number = '', words = '']) => ({ number, words }));
  if (listed.length < 2) return html;
  const groups = [...html.matchAll(citation)].map(([group]) =>
    [...group.matchAll(link)].map(([, number]) => Number(number)),
  );
  const places = new Map<number, number>();
  for (const number of [
    ...groups.flatMap((group) => group.toSorted((one, other) => one - other)),
    ...listed.map(({ number: one }) => Number(one)),
  ])
    if (!places.has(number)) places.set(number, places.size + 1);
  const isInOrder =
    [...places].every(([number, place]) => number === place) &&
    groups.every((group) => group.every((number, at) => at === 0 || group[at - 1]! < number));
  if (isInOrder) return html;
  const placeOf = (number: string) => places.get(Number(number))!;
  const items = listed
    .map(({ number, words }) => ({ place: placeOf(number), words }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ place, words }) => `<li id="source-${place}">${words}</li>`);
  let next = 0;
  return html
    .replace(item, () => items[next++] ?? '')
    .replace(citation, (group) => {
      const links = [...group.matchAll(link)]
        .map(([text, number = '']) => ({ text, place: placeOf(number) }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ text, place }) => text.replaceAll(/\d+/g, String(place)));
      return `<sup class="citation">${links.join(', ')}</sup>`;
    });
}

/** Markup of citations.ts for a page with one record, and of Sources.astro. */
const citation = /<sup class="citation">(?:<a href="#source-\d+"[^>]*>\d+<\/a>(?:, )?)+<\/sup>/g;
const link = /<a href="#source-(\d+)"[^>]*>\d+<\/a>/g;
const item = /<li id="source-(\d+)">(.*?)<\/li>/gs;

/** A page without this `item` keeps its order. */
export const secondSource = '<li id="source-2">';
