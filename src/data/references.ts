/**
 * Renumbers the sources of a page in order of citation, uncited ones last. The record keeps its own order. Takes the text
 * of a page, or its bytes as latin1.
 */
export function numberedInOrder(html: string): string {
  if (isInOrder(html)) return html;
  const listed = [...html.matchAll(item)];
  if (listed.length < 2) return html;
  const cited = [...html.matchAll(citation)].map((found) => ({ found, links: [...found[0].matchAll(link)] }));
  const places = new Map<number, number>();
  for (const number of [
    ...cited.flatMap(({ links }) => links.map(numberOf).toSorted((one, other) => one - other)),
    ...listed.map(numberOf),
  ])
    if (!places.has(number)) places.set(number, places.size + 1);
  const byPlace = <Found extends RegExpExecArray>(found: Found[]) =>
    found
      .map((one) => ({ one, place: places.get(numberOf(one))! }))
      .toSorted((one, other) => one.place - other.place);
  const items = byPlace(listed).map(({ one, place }) => `<li id="source-${place}">${one[2]}</li>`);
  const changes = [
    ...listed.map(({ index, 0: { length } }, at) => ({ index, length, text: items[at]! })),
    ...cited.map(
      ({
        found: {
          index,
          0: { length },
        },
        links,
      }) => {
        const texts = byPlace(links).map(({ one: [text], place }) => text.replaceAll(/\d+/g, String(place)));
        return { index, length, text: `<sup class="citation">${texts.join(', ')}</sup>` };
      },
    ),
  ].toSorted((one, other) => one.index - other.index);
  let end = 0;
  const parts = changes.flatMap(({ index, length, text }) => {
    const before = html.slice(end, index);
    end = index + length;
    return [before, text];
  });
  return parts.join('') + html.slice(end);
}

const numberOf = ([, number]: RegExpExecArray) => Number(number);

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

/** Start of a citation of a source of the page. */
export const linkStart = '<a href="#source-';

/** Markup of citations.ts for a page with one record, and of Sources.astro. */
const citation = /<sup class="citation">(?:<a href="#source-\d+"[^<>]*>\d+<\/a>(?:, )?)+<\/sup>/g;
const link = /<a href="#source-(\d+)"[^<>]*>\d+<\/a>/g;
const item = /<li id="source-(\d+)">(.*?)<\/li>/gs;

/** A page without this `item` keeps its order. */
export const secondSource = '<li id="source-2">';
