import type { Source } from '#domain/kinds/index.ts';
import { importNote, rejected, type ImportedFields, type ImportFileLine } from '#server/import/draft.ts';
import type { ImportContext } from '#server/import/format.ts';
import type { ImportInput } from '#server/import/input.ts';
import { mergeItems, orphaCode, type Disease } from '#server/import/disease.ts';
import { openTable, type TableRow } from '#server/import/table.ts';
import type { EtlFormat } from './join.ts';

export const sssom: EtlFormat = {
  name: 'sssom',
  title: 'MONDO: соответствия SSSOM (TSV) с Orphanet, OMIM, ICD-10-CM, ICD-11, MeSH, GARD',
  files: /\.sssom\.tsv(\.gz)?$/,
  read: readMappings,
};

/** A file maps MONDO to one list; ORPHA codes lead to diseases, other lists follow through MONDO. */
async function* readMappings(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const files: { edition: Edition; pairs: Pair[] }[] = [];
  for await (const file of input.parts()) {
    const table = await openTable(file);
    const columns = ['subject_id', 'predicate_id', 'object_id'];
    if (!columns.every((column) => table.columns.includes(column))) {
      await table.refuse('Это не SSSOM: нужны столбцы subject_id, predicate_id и object_id.');
    }
    const pairs: Pair[] = [];
    for await (const row of table.rows) {
      const pair = 'problem' in row ? row.problem : pairOf(row);
      if (typeof pair === 'string') yield rejected(row.line, pair);
      else pairs.push(pair);
    }
    files.push({ edition: editionOf(table.preamble, context.today), pairs });
  }
  const diseases = await mondoNumbers(
    files.flatMap(({ pairs }) => pairs),
    context,
  );
  for (const { edition, pairs } of files) {
    yield* orphaDrafts(
      pairs.filter(({ list }) => list === 'Orphanet'),
      edition,
    );
    yield* otherDrafts(
      pairs.filter(({ list }) => list !== 'Orphanet'),
      edition,
      diseases,
    );
  }
}

/** External identifier → MONDO number, from the files or the catalogue; exact matches first. */
async function mondoNumbers(pairs: readonly Pair[], context: ImportContext): Promise<Map<string, string>> {
  const orphanet = pairs.filter(({ list }) => list === 'Orphanet');
  const loose = Map.groupBy(orphanet, ({ code }) => code);
  const exact = new Map(orphanet.filter(({ isExact }) => isExact).map(({ code, mondo }) => [code, mondo]));
  const found = new Map<string, string>();
  for (const { external, fields } of await context.recordsOf('disease')) {
    if (external === null) continue;
    const code = String(fields.orpha);
    const candidates = loose.get(code) ?? [];
    const mondo =
      exact.get(code) ?? fields.mondo ?? (candidates.length === 1 ? candidates[0]?.mondo : undefined);
    if (typeof mondo === 'string') found.set(external, mondo);
  }
  return found;
}

interface Pair {
  line: number;
  mondo: string;
  list: string;
  code: string;
  label: string | undefined;
  isExact: boolean;
}

function pairOf({ line, cells }: TableRow): Pair | string {
  const mondo = cells.get('subject_id') ?? '';
  if (!/^MONDO:\d{7}$/.test(mondo)) return `это не номер MONDO: «${mondo}»`;
  const [list = '', code = ''] = (cells.get('object_id') ?? '').split(/:(.*)/s);
  if (!Object.hasOwn(lists, list) || code === '') return `неизвестный список «${list || 'без имени'}»`;
  const predicate = cells.get('predicate_id');
  if (predicate !== 'skos:exactMatch' && predicate !== 'oboInOwl:hasDbXref')
    return `неизвестная связь «${predicate ?? ''}»`;
  return {
    line,
    mondo,
    list,
    code,
    label: cells.get('object_label') || undefined,
    isExact: predicate === 'skos:exactMatch',
  };
}

/** Fields of each list for a disease with the MONDO number. */
const lists: Readonly<
  Record<string, ((pairs: readonly Pair[], current: ImportedFields) => ImportedFields) | undefined>
> = {
  Orphanet: undefined,
  OMIM: (pairs, { omim }) => ({
    omim: mergeItems(
      // Two exact matches through MONDO are equal; Orphanet's own relation stays.
      pairs
        .filter(({ code }) => /^\d{6}$/.test(code))
        .map(
          ({ code, isExact }) =>
            ({ code, relation: relationOf(omim, code) ?? (isExact ? 'exact' : 'unknown') }) as const,
        ),
      'code',
      omim,
    ),
  }),
  ICD10CM: (pairs, current) => ({ icd10cm: union(current.icd10cm, pairs) }),
  'icd11.foundation': (pairs, { icd11 }) => ({
    icd11: mergeItems(
      pairs.map(({ code, label }): Disease['icd11'][number] => ({
        code,
        ...(label ? { title: label } : {}),
      })),
      'code',
      icd11,
    ),
  }),
  mesh: (pairs, current) => ({ mesh: union(current.mesh, pairs) }),
  GARD: (pairs, current) => ({ gard: union(current.gard, pairs) }),
};

const union = (held: unknown, pairs: readonly Pair[]) => [
  ...new Set([...(Array.isArray(held) ? (held as string[]) : []), ...pairs.map(({ code }) => code)]),
];

const relationOf = (omim: unknown, code: string) =>
  (Array.isArray(omim) ? (omim as Disease['omim']) : []).find((entry) => entry.code === code)?.relation;

function* orphaDrafts(pairs: readonly Pair[], edition: Edition): Generator<ImportFileLine> {
  for (const [code, group] of Map.groupBy(pairs, (pair) => pair.code)) {
    const [pair] = group;
    const orpha = orphaCode(code);
    if (!pair) continue;
    if (orpha === undefined) yield rejected(pair.line, `это не код ORPHA: «${code}»`);
    else if (group.length > 1 && !pair.isExact)
      yield importNote(pair.line, 'несколько номеров MONDO у одной болезни', `ORPHA:${orpha}`);
    else {
      yield {
        type: 'record',
        line: pair.line,
        kind: 'disease',
        external: `ORPHA:${orpha}`,
        mode: 'known',
        // A looser reference does not replace an exact match.
        fields: (current) =>
          pair.isExact || current?.fields.mondo === undefined ? { mondo: pair.mondo } : {},
        sources: [sourceOf(edition, ['mondo'])],
      };
    }
  }
}

function* otherDrafts(
  pairs: readonly Pair[],
  edition: Edition,
  diseases: ReadonlyMap<string, string>,
): Generator<ImportFileLine> {
  if (pairs.length === 0) return;
  const byMondo = Map.groupBy(pairs, ({ mondo }) => mondo);
  const known = new Set<string>();
  for (const [external, mondo] of diseases) {
    const group = byMondo.get(mondo);
    const [first] = group ?? [];
    if (!group || !first) continue;
    known.add(first.mondo);
    const fill = lists[first.list];
    if (!fill) continue;
    const field = Object.keys(fill(group, {}));
    yield {
      type: 'record',
      line: first.line,
      kind: 'disease',
      external,
      mode: 'update',
      fields: (current) => fill(group, current?.fields ?? {}),
      sources: [sourceOf(edition, field)],
      shares: field,
    };
  }
  for (const [mondo, [pair]] of byMondo)
    if (!known.has(mondo))
      yield importNote(pair?.line ?? 0, 'болезни с этим номером MONDO в каталоге нет', mondo);
}

interface Edition {
  version: string | undefined;
  date: string;
}

function editionOf(preamble: readonly string[], today: string): Edition {
  const text = preamble.join('\n');
  const release = /releases\/(\d{4}-\d{2}-\d{2})\//.exec(text)?.[1];
  return { version: release, date: release ?? today };
}

const sourceOf = ({ version, date }: Edition, fields: readonly string[]): Source => ({
  title: 'MONDO: соответствия SSSOM',
  publisher: 'Monarch Initiative',
  url: 'https://mondo.monarchinitiative.org/',
  licence: 'CC0 1.0',
  ...(version ? { version } : {}),
  date,
  fields: [...fields],
});
