import { useRef } from 'react';
import { tiles, type Tile } from '#domain/tiles.ts';

/**
 * The place of a subject of the Federation on the tile map of the public pages; a tile chooses its subject. One stop of
 * the Tab key: arrows go to the nearest tile that way. Anyone who does not use a map has the field above it.
 */
export function TilePicker({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { id: string; value: string }[];
  value: string;
  onChange(code: string): void;
}) {
  const map = useRef<HTMLDivElement>(null);
  const placed = options.flatMap(({ id, value: title }) => {
    const tile = tiles[id];
    return tile ? [{ id, title, tile }] : [];
  });
  const [first] = placed;
  const stop = placed.some(({ id }) => id === value)
    ? value
    : (placed.find(({ id }) => id === '77') ?? first)?.id;
  const go = (from: Tile, key: string) => {
    const next = nearest(
      placed.map(({ tile }) => tile),
      from,
      key,
    );
    const found = placed.find(({ tile }) => tile === next);
    if (found) map.current?.querySelector<HTMLButtonElement>(`[data-code="${found.id}"]`)?.focus();
  };
  if (!first) return null;
  return (
    <div className="tile-picker" role="group" aria-label={`${label} на карте`} ref={map}>
      {placed.map(({ id, title, tile }) => (
        <button
          className="muted sunken"
          key={id}
          type="button"
          data-code={id}
          title={title}
          aria-label={title}
          aria-pressed={id === value}
          tabIndex={id === stop ? 0 : -1}
          style={{ gridColumn: tile.column, gridRow: tile.row }}
          onClick={() => onChange(id)}
          onKeyDown={(event) => {
            if (!event.key.startsWith('Arrow')) return;
            event.preventDefault();
            go(tile, event.key);
          }}
        >
          {tile.sign}
        </button>
      ))}
    </div>
  );
}

/** The tile that comes first in this direction: along the row or column, and then beside it. */
function nearest(all: readonly Tile[], from: Tile, key: string): Tile | undefined {
  const isAlong = key === 'ArrowLeft' || key === 'ArrowRight';
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  const ahead = (tile: Tile) => sign * (isAlong ? tile.column - from.column : tile.row - from.row);
  const aside = (tile: Tile) => Math.abs(isAlong ? tile.row - from.row : tile.column - from.column);
  const way = (tile: Tile) => ahead(tile) + 3 * aside(tile);
  return all.filter((tile) => ahead(tile) > 0).toSorted((one, other) => way(one) - way(other))[0];
}
