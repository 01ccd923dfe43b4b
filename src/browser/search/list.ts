import { wordsOfQuery, searchAddress, withoutTwins, type LinkWords } from '#domain/search/results.ts';
import { portalPages } from '#domain/search/portal.ts';
import type { Answered, ResultLine } from '#stores/search.ts';
import { copyOf, fill } from './fill.ts';
import { addressIn, unknownKind, type SearchedKind } from './kinds.ts';

/** Options of the list box and which of them is active (the pattern «combobox» of ARIA). */
export function createList(list: HTMLElement, input: HTMLInputElement, kinds: readonly SearchedKind[]) {
  let active = -1;
  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role="option"]')];

  function activate(next: number): void {
    const all = options();
    active = all.length === 0 || next < 0 ? -1 : next % all.length;
    all.forEach((option, i) => option.setAttribute('aria-selected', String(i === active)));
    const option = all[active];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  return {
    activate,
    options,
    get active() {
      return active;
    },
    /** One group for each kind, in the order of their best lines. */
    draw({ lines, totals, wish }: Answered, query: string): void {
      const shown = withoutTwins(lines, titleOf);
      const asked = wordsOfQuery(
        wish?.groups[0],
        shown.map((line) => ({ title: titleOf(line), linked: line.linked })),
      );
      const names = [...new Set(shown.map(({ kind }) => kind))];
      const groups = names.map((name) => {
        const kind = kinds.find((candidate) => candidate.name === name) ?? unknownKind(name);
        const own = shown.filter((line) => line.kind === name);
        return groupOf(kind.label, optionsOf(kind, own, totals.get(name) ?? 0, query));
      });
      const portal = portalPages(query).map(({ title, url }) =>
        optionOf(`search-page-${url}`, { attributes: { href: url }, text: title }),
      );
      if (portal.length > 0) groups.unshift(groupOf('На портале', portal));
      if (asked) groups.unshift(groupOf('По вашему вопросу', [optionOf('search-asked', asked.link)]));
      list.replaceChildren(fill(copyOf('groups'), { groups }));
      list.hidden = groups.length === 0;
      input.setAttribute('aria-expanded', String(!list.hidden));
      activate(-1);
    },
  };
}

export type ResultList = ReturnType<typeof createList>;

const titleOf = ({ pieces }: ResultLine) => pieces.map(({ text }) => text).join('');

const groupOf = (label: string, options: readonly object[]): object => ({
  attributes: { 'aria-label': label },
  label,
  options,
});

const optionOf = (
  id: string,
  { attributes, text }: LinkWords,
  more: { why?: ResultLine['why']; note?: ResultLine['note'] } = {},
): object => ({ attributes: { ...attributes, id }, title: text, why: more.why, note: more.note });

/** The lines of a kind, what else there is for the disease among them, and the way to the rest. */
function optionsOf(kind: SearchedKind, lines: readonly ResultLine[], total: number, query: string): object[] {
  const more = total - lines.length;
  return [
    ...lines.flatMap((line) => {
      const id = `search-${kind.name}-${line.id}`;
      return [
        optionOf(id, { attributes: { href: addressIn(kind, line.id) }, text: line.pieces }, line),
        ...(line.linked ?? []).map((list) =>
          optionOf(`${id}-${list.kind}`, {
            attributes: { href: list.url, 'data-linked': '' },
            text: list.title,
          }),
        ),
      ];
    }),
    ...(more > 0
      ? [
          optionOf(`search-${kind.name}-more`, {
            attributes: { href: searchAddress({ query, kind: kind.name, page: 1 }), 'data-more': '' },
            text: `Ещё ${more}`,
          }),
        ]
      : []),
  ];
}
