import type { Kind } from './kind.ts';

/** Stored JSON brought to the type of a schema; `undefined` where it has no value of that type. */
type Convert = (value: unknown) => unknown;

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
 * The fields of a stored record in the current shape of its kind: a record may have been written by an older release.
 * Missing lists become empty, a single value becomes a list where the kind now has a list, and values of another type or
 * outside of an enumeration are left out. Unknown fields stay. A record that fits is returned as it is.
 */
export function currentShape<Fields extends Readonly<Record<string, unknown>>>(
  kind: Kind,
  stored: Fields,
): Fields {
  let convert = converters.get(kind);
  if (!convert) converters.set(kind, (convert = objectOf(kind.fields.shape as never, { isRecord: true })));
  return convert(stored) as Fields;
}

const converters = new WeakMap<Kind, Convert>();

/** Names and types of a kind's fields: stored records and what is derived from them depend on it. */
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

function converterOf({ def }: Schema): Convert {
  switch (def.type) {
    case 'default': {
      const inner = converterOf(def.innerType!);
      return (value) => inner(value) ?? def.defaultValue;
    }
    case 'nullable': {
      const inner = converterOf(def.innerType!);
      return (value) => (value === null ? null : inner(value));
    }
    case 'optional':
      return converterOf(def.innerType!);
    case 'array':
      return listOf(converterOf(def.element!));
    case 'object':
      return objectOf(def.shape!, { isRecord: false });
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries!));
      return (value) => (values.has(value) ? value : undefined);
    }
    case 'string':
    case 'number':
    case 'boolean':
      return (value) => (typeof value === def.type ? value : undefined);
    default:
      return (value) => value;
  }
}

function listOf(element: Convert): Convert {
  return (value) => {
    if (value === undefined || value === null) return undefined;
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const converted = items.map(element);
    if (Array.isArray(value) && converted.every((item, index) => item === items[index])) return value;
    const fitting = converted.filter((item) => item !== undefined);
    // A single value that is no item of this list says nothing.
    return Array.isArray(value) || fitting.length > 0 ? fitting : undefined;
  };
}

/** An item of a list without one of its required fields is left out; a record is kept whatever it lacks. */
function objectOf(shape: Readonly<Record<string, Schema>>, { isRecord }: { isRecord: boolean }): Convert {
  const fields = Object.entries(shape).map(
    ([name, schema]) =>
      [name, converterOf(schema), !isRecord && !['optional', 'default'].includes(schema.def.type)] as const,
  );
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return isRecord ? value : undefined;
    const given = value as Record<string, unknown>;
    let changed: Record<string, unknown> | undefined;
    for (const [name, convert, isRequired] of fields) {
      const converted = convert(given[name]);
      if (converted === undefined && isRequired) return undefined;
      if (converted === given[name]) continue;
      changed ??= { ...given };
      if (converted === undefined) delete changed[name];
      else changed[name] = converted;
    }
    return changed ?? value;
  };
}
