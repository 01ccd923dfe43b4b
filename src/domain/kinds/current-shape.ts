import type { Kind } from './kind.ts';

/** Fills in defaults; returns the same object when nothing is missing. */
type Fill = (value: unknown) => unknown;

interface Definition {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Readonly<Record<string, Schema>>;
  entries?: Readonly<Record<string, string | number>>;
  defaultValue?: unknown;
}
interface Schema {
  def: Definition;
}

/**
 * Adds defaults of fields introduced after the record was written, also in lists and objects. Invalid values
 * stay for the publication to report. A complete record is returned itself.
 */
export function currentShape<Fields extends Readonly<Record<string, unknown>>>(
  kind: Kind,
  stored: Fields,
): Fields {
  let fill = fills.get(kind);
  if (!fill) fills.set(kind, (fill = fillObject(kind.fields.shape as never)));
  return fill(stored) as Fields;
}

const fills = new WeakMap<Kind, Fill>();

/** Field names and types: derived data depend on them. */
export const shapeText = (kind: Kind): string => textOf({ def: kind.fields.def as never });

function textOf({ def }: Schema): string {
  if (def.shape)
    return `{${Object.entries(def.shape)
      .map(([name, field]) => `${name}:${textOf(field)}`)
      .join()}}`;
  if (def.element) return `[${textOf(def.element)}]`;
  if (def.innerType) return `${def.type} ${textOf(def.innerType)}`;
  return def.entries ? Object.values(def.entries).join('|') : def.type;
}

function fillOf({ def }: Schema): Fill {
  if (def.type === 'default') {
    const inner = fillOf(def.innerType!);
    return (value) => (value === undefined ? def.defaultValue : inner(value));
  }
  if (def.innerType) return fillOf(def.innerType);
  if (def.shape) return fillObject(def.shape);
  return def.element ? fillList(fillOf(def.element)) : same;
}

const same: Fill = (value) => value;

function fillList(element: Fill): Fill {
  if (element === same) return same;
  return (value) => {
    if (!Array.isArray(value)) return value;
    const filled = value.map(element);
    return filled.every((item, index) => item === value[index]) ? value : filled;
  };
}

function fillObject(shape: Readonly<Record<string, Schema>>): Fill {
  const fields = Object.entries(shape)
    .map(([name, schema]) => [name, fillOf(schema)] as const)
    .filter(([, fill]) => fill !== same);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const given = value as Record<string, unknown>;
    let filled: Record<string, unknown> | undefined;
    for (const [name, fill] of fields) {
      const next = fill(given[name]);
      if (next !== given[name]) (filled ??= { ...given })[name] = next;
    }
    return filled ?? value;
  };
}
