import { searchAddress, withoutTwins } from '#domain/search/results.ts';
import type { Answered, Line } from '#stores/search.ts';
import { copyOf, fill } from './fill.ts';
import { addressIn, type SearchedKind } from './kinds.ts';

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

  function groupOf(kind: SearchedKind, own: readonly Line[], total: number, query: string): object {
    const more = total - own.length;
    return {
      attributes: { 'aria-label': kind.label },
      label: kind.label,
      options: [
        ...own.map(({ id, pieces, why, note }) => ({
          attributes: { id: `search-${kind.name}-${id}`, href: addressIn(kind, id) },
          title: pieces,
          why,
          note,
        })),
        ...(more > 0
          ? [
              {
                attributes: {
                  id: `search-${kind.name}-more`,
                  href: searchAddress({ query, kind: kind.name, page: 1 }),
                  'data-more': '',
                },
                title: `Ещё ${more}`,
                why: undefined,
                note: undefined,
              },
            ]
          : []),
      ],
    };
  }

  return {
    activate,
    options,
    get active() {
      return active;
    },
    /** One group for each kind, in the order of their best lines. */
    draw({ lines, totals }: Answered, query: string): void {
      const shown = withoutTwins(lines, ({ pieces }) => pieces.map(({ text }) => text).join(''));
      const names = [...new Set(shown.map(({ kind }) => kind))];
      const groups = names.flatMap((name) => {
        const kind = kinds.find((candidate) => candidate.name === name);
        const own = shown.filter((line) => line.kind === name);
        return kind ? [groupOf(kind, own, totals.get(name) ?? 0, query)] : [];
      });
      list.replaceChildren(fill(copyOf('groups'), { groups }));
      list.hidden = groups.length === 0;
      input.setAttribute('aria-expanded', String(!list.hidden));
      activate(-1);
    },
  };
}

export type List = ReturnType<typeof createList>;
