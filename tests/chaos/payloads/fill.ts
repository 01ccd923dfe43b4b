import { z } from 'zod';
import { metaOf } from '#domain/kinds/index.ts';
import { nameProblems } from '#server/catalogue/validation.ts';

/** Values for fields of a kind, with as many texts as fit. */
export interface Filler {
  /** A value for this schema; the next call continues with the next text. */
  fill(schema: z.core.$ZodType, path: string): unknown;
  /** Fields that accepted texts, with these texts. */
  taken: ReadonlyMap<string, ReadonlySet<number>>;
  /** Text fields that accepted none: codes, days, addresses. */
  refused: ReadonlySet<string>;
}

/** Fallback values of restricted fields, in order. */
const samples = (serial: number, picture: string): readonly string[] => [
  `proof-${serial}`,
  '2026-11-20',
  '2026-11-20T10:00',
  `NCT${String(serial).padStart(8, '0')}`,
  'HP:0001744',
  'E75.2',
  'A16AB02',
  'GBA1',
  '123456',
  `MONDO:${String(serial).padStart(7, '0')}`,
  picture,
  'proof@example.org',
  'https://example.org/',
  '77',
];
const terms: Record<string, string> = { subject: '77', therapeuticarea: 'metabolic' };

/** List length: enough for the layout, short enough for a page. */
const maxEntries = 4;

let serials = 0;

export function createFiller(
  texts: readonly string[],
  { links, picture }: { links: Readonly<Record<string, number>>; picture: string },
): Filler {
  const taken = new Map<string, Set<number>>();
  const refused = new Set<string>();
  const next = new Map<string, number>();
  // Identifiers are unique, also across fillers.
  let serial = serials;
  serials += 100_000;

  function fill(schema: z.core.$ZodType, path: string, above: ReturnType<typeof metaOf> = {}): unknown {
    // A wrapper or list has the metadata of its values.
    const own = { ...above, ...metaOf(schema) };
    const { linkTo, vocabulary } = own;
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
        return fill(def.innerType, path, own);
      case 'array': {
        if (linkTo) return links[linkTo] === undefined ? [] : [links[linkTo]];
        const list = Array.from({ length: maxEntries }, () => fill(def.element, `${path}[]`, own));
        while (list.length > 0 && !z.safeParse(schema, list).success) list.pop();
        return list;
      }
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape)
            .map(([name, inner]) => [name, fill(inner, `${path}.${name}`)] as const)
            .filter(([, value]) => value !== undefined),
        );
      case 'enum':
        return Object.values(def.entries)[0];
      case 'boolean':
        return true;
      case 'number':
        if (linkTo) return links[linkTo];
        return [8_000_000 + serial++, 1, 2000].find((number) => z.safeParse(schema, number).success);
      case 'string':
        return vocabulary === undefined ? textFor(schema, path) : terms[vocabulary];
      default:
        throw new Error(`${path}: cannot fill ${def.type}`);
    }
  }

  function textFor(schema: z.core.$ZodType, path: string): string | undefined {
    serial += 1;
    // Names of records take no markup.
    const [, name = ''] = /^\w+\.(\w+)$/.exec(path) ?? [];
    const fits = (text: string) =>
      z.safeParse(schema, text).success && nameProblems({ [name]: text }).length === 0;
    for (const before of ['', `https://example.org/${serial}?q=`]) {
      const text = joined(path, (found) => fits(before + found));
      if (text !== undefined) return before + text;
    }
    refused.add(path);
    return samples(serial, picture).find(fits);
  }

  /** Joins texts while they fit. */
  function joined(path: string, fits: (text: string) => boolean): string | undefined {
    const start = next.get(path) ?? 0;
    let found: string | undefined;
    for (let step = 0; step < texts.length; step += 1) {
      const index = (start + step) % texts.length;
      const longer = found === undefined ? texts[index]! : `${found} ${texts[index]}`;
      if (!fits(longer)) {
        if (found === undefined) continue;
        break;
      }
      found = longer;
      next.set(path, (index + 1) % texts.length);
      const had = taken.get(path) ?? new Set();
      taken.set(path, had.add(index));
    }
    return found;
  }

  return { fill: (schema, path) => fill(schema, path), taken, refused };
}
