import type { Source } from '#domain/kinds/index.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { rejected, type Current, type ImportedFields, type ImportFileLine } from '../draft.ts';
import type { Format, ImportContext } from '../format.ts';
import type { ImportInput } from '../input.ts';
import { isObject, jsonValues, ownValue } from '../json.ts';
import {
  diseaseDraft,
  orphaCode,
  overlayNames,
  signOf,
  type Disease,
  type OrphanetFields,
} from '../disease.ts';
import { namesSource, wordsSource, type Overlays, type RussianName } from '../../catalogue/overlays.ts';

/** All of Orphanet, joined by `scripts/starter/base.ts`. */
export const base: Format = {
  name: 'base',
  title: 'Вся база Orphanet одним файлом: src/starter/orphanet.ndjson.zst (можно .zst и .gz)',
  read: readBase,
  expects: 'Первая строка {"base":"orphanet",…}, дальше по строке на запись Orphanet',
  isLike: (text) => /^\s*\{"base":"orphanet"/.test(text),
};

/** An Orphanet entity; Russian names are in the overlays. */
export type BaseFields = OrphanetFields & { orpha: number; title_en: string; icd10cm?: string[] };

/** First line of the file, with shared data. */
export interface BaseHead {
  base: 'orphanet';
  /** Day of the newest source. */
  date: string;
  /** Sources with their fields; entities refer to them by index. */
  sources: Source[];
  /** HPO number → English label. */
  signs: Record<string, string>;
  /** Symbol → facts of the gene in all diseases. */
  genes: Record<string, Pick<Gene, 'name' | 'hgnc' | 'omim' | 'locus'>>;
  /** Code of МКБ-10 → Russian name of the rubric. */
  rubrics: Record<string, string>;
}

export type Gene = Disease['genes'][number];

export type BaseLine = Omit<BaseFields, 'signs' | 'genes' | 'icd10' | 'sources'> & {
  /** Frequency (may be empty) → HPO numbers. */
  signs?: Record<string, string[]>;
  genes?: Partial<Gene>[];
  icd10?: { code: string; relation?: Disease['icd10'][number]['relation'] }[];
  /** Indexes in `sources` of the head. */
  sources: number[];
};

async function* readBase(input: ImportInput, { overlays }: ImportContext): AsyncGenerator<ImportFileLine> {
  let head: BaseHead | undefined;
  for await (const file of input.parts()) {
    for await (const item of jsonValues(file)) {
      if ('type' in item) yield item;
      else if (head) yield readLine(item.line, item.value, head, overlays);
      else if (isHead(item.value)) head = item.value;
      else throw unknownFormat();
    }
  }
  if (!head) throw unknownFormat();
}

const unknownFormat = () =>
  new OperatorError('Это не база Orphanet: первая строка не {"base":"orphanet",…}.');

const isHead = (value: unknown): value is BaseHead =>
  ownValue(value, 'base') === 'orphanet' &&
  Array.isArray(ownValue(value, 'sources')) &&
  ['signs', 'genes', 'rubrics'].every((name) => isObject(ownValue(value, name)));

function readLine(
  line: number,
  value: unknown,
  head: BaseHead,
  overlays: ImportContext['overlays'],
): ImportFileLine {
  const orpha = orphaCode(ownValue(value, 'orpha'));
  if (orpha === undefined) return rejected(line, 'нет кода ORPHA (orpha)');
  if (typeof ownValue(value, 'title_en') !== 'string' || !Array.isArray(ownValue(value, 'sources')))
    return rejected(line, `ORPHA:${orpha}: нет названия (title_en) или источников (sources)`);
  const { parents = [], sources, title_en: english } = value as BaseLine;
  const names = overlays.names.get(orpha);
  const words = overlays.words.get(orpha);
  // Kept as text: ten thousand parsed entities would take a hundred megabytes.
  const text = Buffer.from(JSON.stringify(value));
  return diseaseDraft(line, orpha, {
    mode: 'upsert',
    links: parents,
    fields: (current) => ({
      ...unpackLine(JSON.parse(text.toString()) as BaseLine, head, overlays),
      ...(words ? { aliases: [...words] } : {}),
      ...overlayNames(withoutOwnSynonyms(current), names, english),
      ...(names?.isNotRare ? { not_rare: true } : {}),
    }),
    sources: [
      ...sources.flatMap((place) => head.sources[place] ?? []),
      ...(names ? [sourceOfNames(names)] : []),
      ...(words ? [wordsSource] : []),
    ],
    shares: ['synonyms', 'omim', 'icd10'],
  });
}

/** Synonyms of an earlier edition of this file are removed. */
function withoutOwnSynonyms(current: Current | undefined): Current | undefined {
  if (!current || current.origins.synonyms !== base.name) return current;
  const fields: ImportedFields = { ...current.fields };
  delete fields.synonyms;
  return { ...current, fields };
}

const sourceOfNames = ({ isNotRare }: RussianName): Source =>
  isNotRare ? { ...namesSource, fields: [...namesSource.fields, 'not_rare'] } : namesSource;

function unpackLine(
  { signs, genes, icd10, sources: _sources, ...fields }: BaseLine,
  head: BaseHead,
  overlays: Overlays,
): BaseFields {
  return {
    ...fields,
    ...(icd10 && {
      icd10: icd10.map(({ code, relation = 'unknown' }) => {
        const title = head.rubrics[code];
        return { code, ...(title === undefined ? {} : { title }), relation };
      }),
    }),
    ...(genes && {
      genes: genes.map(({ symbol = '', ...part }) => ({ symbol, ...head.genes[symbol], ...part })),
    }),
    ...(signs && {
      signs: Object.entries(signs).flatMap(([frequency, numbers]) =>
        numbers.map((hpo) =>
          signOf(overlays, {
            hpo,
            label_en: head.signs[hpo] ?? hpo,
            frequency: (frequency || undefined) as Disease['signs'][number]['frequency'],
          }),
        ),
      ),
    }),
  };
}
