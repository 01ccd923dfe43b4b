/**
 * Renumbers the sources of a page in order of citation, uncited ones last. The record keeps its own order. Takes the text
 * of a page, or its bytes as latin1.
 */
export function numberedInOrder(html: string): string {
  if (isInOrder(html)) return html;
  const listed = [...html.matchAll(item)].map(([, number = '', content = '']) => ({ number, content }));
  if (listed.length < 2) return html;
  const cited = [...html.matchAll(citation)].flatMap(([group]) =>
    [...group.matchAll(link)].map(([, number]) => Number(number)).toSorted((one, other) => one - other),
  );
  const places = new Map<number, number>();
  for (const number of [...cited, ...listed.map(({ number: one }) => Number(one))])
    if (!places.has(number)) places.set(number, places.size + 1);
  const placeOf = (number: string) => places.get(Number(number))!;
  const items = listed
    .map(({ number, content }) => ({ place: placeOf(number), content }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ place, content }) => `<li id="source-${place}">${content}</li>`);
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

/** Whether each source is first cited after all before it, so that nothing changes. Most pages: no pattern is matched. */
function isInOrder(html: string): boolean {
  let next = 1;
  let last = 0;
  let end = 0;
  for (let at = html.indexOf(linkStart); at >= 0; at = html.indexOf(linkStart, end)) {
    const number = Number.parseInt(html.slice(at + linkStart.length, at + linkStart.length + 4), 10);
    const isSameGroup = end > 0 && html.startsWith(', ', at - 2) && html.indexOf('</sup>', end) > at;
    if (number > next || (isSameGroup && number < last)) return false;
    if (number === next) next += 1;
    last = number;
    end = at + linkStart.length;
  }
  return true;
}

const linkStart = '<a href="#source-';

/** Markup of citations.ts for a page with one record, and of Sources.astro. */
const citation = /<sup class="citation">(?:<a href="#source-\d+"[^>]*>\d+<\/a>(?:, )?)+<\/sup>/g;
const link = /<a href="#source-(\d+)"[^>]*>\d+<\/a>/g;
const item = /<li id="source-(\d+)">(.*?)<\/li>/gs;

/** A page without this `item` keeps its order. */
export const secondSource = '<li id="source-2">';
