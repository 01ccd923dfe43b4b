import { plural } from '#domain/plural.ts';
import { levelOf } from '#domain/tiles/levels.ts';
import type { FacetValues } from '#domain/lists/list.ts';

/** The tiles of a map as the narrowed list has them: shade, number and which are chosen. */
export function shadeTiles(
  region: HTMLElement,
  { field, values }: FacetValues,
  chosen: readonly string[],
): void {
  const counts = new Map(values.map(({ id, count }) => [id, count]));
  for (const tile of region.querySelectorAll<HTMLElement>(`a[data-facet="${CSS.escape(field)}"]`)) {
    const code = tile.dataset['value'] ?? '';
    const count = counts.get(code) ?? 0;
    const forms = JSON.parse(tile.closest<HTMLElement>('[data-forms]')?.dataset['forms'] ?? '["","",""]') as [
      string,
      string,
      string,
    ];
    tile.parentElement?.setAttribute('data-level', String(levelOf(count)));
    const title = tile.title.replace(/: \d+$/, '');
    tile.title = `${title}: ${count}`;
    tile.ariaLabel = `${tile.textContent.trim()}: ${title}, ${count} ${plural(count, forms)}`;
    if (chosen.includes(code)) tile.setAttribute('aria-current', 'true');
    else tile.removeAttribute('aria-current');
  }
}
