import { areasOf } from '#domain/areas.ts';
import type { Source } from '#domain/kinds/index.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { namesSource, readStarterTable, type Overlays } from '#server/catalogue/overlays.ts';
import {
  diseaseDraft,
  mergeItems,
  orphaCode,
  overlayNames,
  signOf,
  unique,
  type Disease,
  type OrphanetFields,
} from '#server/import/disease.ts';
import { importNote, rejected, type ImportFileLine } from '#server/import/draft.ts';
import type { ImportContext } from '#server/import/format.ts';
import type { ImportInput } from '#server/import/input.ts';
import { isObject, jsonValues, ownValue, type JsonObject } from '#server/import/json.ts';
import type { EtlFormat } from '../join.ts';
import { isInformative, prevalenceEntry } from './prevalence.ts';
import { orphanetSource, type Edition } from './source.ts';
import {
  disorderTypes,
  frequencies,
  genePartOf,
  inheritances,
  onsets,
  stripMarkup,
  relationOf,
  nonEmptyText,
} from './vocabulary.ts';

export const orphapackets: EtlFormat = {
  name: 'orphapackets',
  title: 'Orphanet: ORPHApackets (JSON, NDJSON или папка, можно .gz)',
  read: readPackets,
};

async function* readPackets(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const parents = await parentsIn(input, context);
  // Preferred heads of the linearisation (product 7).
  const heads = new Map(
    (await readStarterTable('orphanet-heads.tsv')).map(([orpha, head]) => [Number(orpha), Number(head)]),
  );
  const areas = (orpha: number) => areasOf(orpha, (code) => parents.get(code) ?? [], heads.get(orpha));
  const seen = new Map<number, number>();
  for await (const item of packetsOf(input)) {
    if ('type' in item) {
      yield item;
      continue;
    }
    const { line, packet } = item;
    const orpha = orphaCode(ownValue(packet, 'ORPHAcode'));
    if (orpha === undefined) {
      yield rejected(line, 'нет кода ORPHA (ORPHAcode)');
    } else if (seen.has(orpha)) {
      yield rejected(line, `ORPHA:${orpha} уже был в строке ${seen.get(orpha)}`);
    } else {
      seen.set(orpha, line);
      yield* readPacket(line, orpha, packet, areas(orpha), context);
    }
  }
  if (seen.size === 0) throw new OperatorError('Это не ORPHApackets: ни в одном документе нет Orphapacket.');
}

async function* packetsOf(input: ImportInput) {
  let line = 0;
  for await (const file of input.parts()) {
    for await (const item of jsonValues(file)) {
      // In a folder each file is a packet: positions count packets.
      line = input.isFolder ? line + 1 : item.line;
      const packet = 'type' in item ? undefined : ownValue(item.value, 'Orphapacket');
      if ('type' in item) yield { ...item, line };
      else if (!isObject(packet)) yield rejected(line, 'нет объекта Orphapacket');
      else yield { line, packet };
    }
  }
}

/** Parents from the file, and from the catalogue for entities outside it. */
async function parentsIn(input: ImportInput, context: ImportContext): Promise<Map<number, number[]>> {
  const parents = new Map<number, number[]>();
  const codeOf = (external: unknown) => orphaCode(String(external).replace('ORPHA:', ''));
  for (const { external, fields } of await context.recordsOf('disease')) {
    const orpha = codeOf(external);
    if (orpha === undefined || !Array.isArray(fields.parents)) continue;
    parents.set(
      orpha,
      fields.parents.map(codeOf).filter((code) => code !== undefined),
    );
  }
  for await (const item of packetsOf(input)) {
    if ('type' in item) continue;
    const orpha = orphaCode(ownValue(item.packet, 'ORPHAcode'));
    if (orpha !== undefined) parents.set(orpha, parentCodes(item.packet));
  }
  return parents;
}

const parentCodes = (packet: JsonObject) =>
  listOf(ownValue(packet, 'Parents'), 'Parent')
    .map((parent) => orphaCode(ownValue(parent, 'ORPHAcode')))
    .filter((code) => code !== undefined);

function* readPacket(
  line: number,
  orpha: number,
  packet: JsonObject,
  areas: Disease['areas'],
  { overlays }: ImportContext,
): Generator<ImportFileLine> {
  const name = textAt(packet, 'Label');
  if (name === undefined) {
    yield rejected(line, `ORPHA:${orpha}: нет названия (Label)`);
    return;
  }
  const { name: english, remark } = withoutRemark(name);
  const typeLabel = nonEmptyText(ownValue(ownValue(packet, 'DisorderType'), 'value'));
  const type = disorderTypes.find(typeLabel);
  if (!type) {
    yield rejected(line, `ORPHA:${orpha}: неизвестный тип записи «${typeLabel ?? ''}»`);
    return;
  }
  const day = /^\d{4}-\d{2}-\d{2}/.exec(textAt(packet, 'creationDate') ?? '')?.[0];
  if (!day) {
    yield rejected(line, `ORPHA:${orpha}: нет даты выпуска (creationDate)`);
    return;
  }
  const definition = ownValue(packet, 'TextSection');
  const about =
    nonEmptyText(ownValue(definition, 'TextSectionType')) === 'Definition'
      ? textAt(definition, 'Contents')
      : undefined;
  const { signs, unknownSigns } = signsOf(packet, overlays);
  for (const label of unknownSigns)
    yield importNote(line, 'признак без номера HPO пропущен', `ORPHA:${orpha}: ${label}`);

  const fields: OrphanetFields = {
    title_en: english,
    synonyms_en: unique(
      listOf(ownValue(packet, 'Synonyms'), 'Synonym').map(
        (item) => nonEmptyText(item) ?? textAt(item, 'Synonym'),
      ),
    ),
    type,
    orpha,
    omim: omimOf(packet),
    areas,
    inheritance: unique(
      words(packet, 'TypeOfInheritances', 'TypeOfInheritance').map((word) => inheritances.find(word)),
    ),
    onset: unique(words(packet, 'AverageAgeOfOnsets', 'AverageAgeOfOnset').map((word) => onsets.find(word))),
    prevalence: prevalenceOf(packet),
    genes: genesOf(packet),
    signs,
    ...(about === undefined ? {} : { definition_en: stripMarkup(about) }),
    parents: unique(parentCodes(packet)).map((code) => `ORPHA:${code}`),
    ...(remark === 'not-rare' ? { not_rare: true } : {}),
    ...(remark === 'obsolete' ? { retired: {} } : {}),
  };
  const edition = { version: textAt(packet, 'version'), date: day };
  const orphanetFields = Object.keys(fields).filter((field) => field !== 'signs');
  yield diseaseDraft(line, orpha, {
    mode: 'upsert',
    links: fields.parents ?? [],
    fields: (current) => ({
      ...fields,
      omim: fields.omim?.length ? mergeItems(fields.omim, 'code', current?.fields.omim) : undefined,
      // Packets have neither loci nor criteria.
      genes: keeping(fields.genes ?? [], 'symbol', ['locus'], current?.fields.genes),
      signs: keeping(signs, 'hpo', ['criterion'], current?.fields.signs),
      ...overlayNames(current, overlays.names.get(orpha), english),
    }),
    sources: [
      orphanetSource('Orphadata: ORPHApackets', edition, [...orphanetFields, 'signs']),
      ...(overlays.names.has(orpha) ? [namesSource] : []),
      ...(signs.length > 0 ? [hpoSource(edition)] : []),
    ],
    shares: ['signs', 'synonyms', 'omim'],
  });
}

/** Orphanet's prefix of a name in capitals: a remark on the entity. */
const remarks = [
  ['not-rare', /^non[- ]rare in europe\s*:\s*/i],
  ['obsolete', /^(obsolete|inactive)\s*:\s*/i],
] as const;

/** «NON RARE IN EUROPE: Antiphospholipid syndrome» → name and remark. */
function withoutRemark(name: string): { name: string; remark?: 'not-rare' | 'obsolete' } {
  for (const [remark, beginning] of remarks) {
    const rest = name.replace(beginning, '');
    if (rest !== name && rest !== '') return { name: rest, remark };
  }
  return { name };
}

/** Keeps values of the same items known from another product. */
function keeping<T extends object>(
  items: readonly T[],
  key: keyof T & string,
  facts: readonly (keyof T & string)[],
  before: unknown,
): T[] {
  const held = new Map((Array.isArray(before) ? (before as T[]) : []).map((item) => [item[key], item]));
  return items.map((item) => {
    const known = held.get(item[key]);
    const kept = facts.filter((fact) => item[fact] === undefined && known?.[fact] !== undefined);
    return kept.length === 0
      ? item
      : { ...item, ...Object.fromEntries(kept.map((fact) => [fact, known?.[fact]])) };
  });
}

/** HPO requires credit and version wherever its terms are shown. */
const hpoSource = ({ version, date }: Edition): Source => ({
  title: 'Human Phenotype Ontology (HPO): номера и английские названия признаков',
  publisher: 'The HPO Consortium, Monarch Initiative',
  url: 'https://hpo.jax.org/',
  licence: 'HPO licence',
  version: `в составе Orphanet ${version ?? date}`.slice(0, 100),
  date,
  fields: ['signs'],
});

function omimOf(packet: JsonObject): Disease['omim'] {
  const found = new Map<string, Disease['omim'][number]>();
  for (const reference of listOf(ownValue(packet, 'ExternalReferences'), 'ExternalReference')) {
    const code = textAt(reference, 'Reference');
    if (textAt(reference, 'Source') !== 'OMIM' || code === undefined || !/^\d{6}$/.test(code)) continue;
    found.set(code, { code, relation: relationOf(textAt(reference, 'DisorderMappingRelation')) });
  }
  return [...found.values()];
}

function prevalenceOf(packet: JsonObject): Disease['prevalence'] {
  return listOf(ownValue(packet, 'Prevalences'), 'Prevalence')
    .map((entry) =>
      prevalenceEntry({
        type: textAt(entry, 'PrevalenceType'),
        class: textAt(entry, 'PrevalenceClass'),
        unit: textAt(entry, 'PrevalenceQualification'),
        figure: textAt(entry, 'ValMoy'),
        place: textAt(entry, 'PrevalenceGeographic'),
        source: textAt(entry, 'Source'),
      }),
    )
    .filter((entry) => entry !== undefined)
    .filter(isInformative);
}

function genesOf(packet: JsonObject): Disease['genes'] {
  return listOf(ownValue(packet, 'Genes'), 'Gene').flatMap((gene) => {
    const symbol = textAt(gene, 'Symbol');
    if (symbol === undefined) return [];
    const references = listOf(ownValue(gene, 'ExternalReferences'), 'ExternalReference');
    const of = (source: string) =>
      textAt(
        references.find((reference) => textAt(reference, 'Source') === source),
        'Reference',
      );
    const name = textAt(gene, 'Name') ?? textAt(gene, 'Label');
    const [hgnc, omim] = [of('HGNC'), of('OMIM')];
    return [
      {
        symbol,
        ...(name ? { name } : {}),
        ...(hgnc ? { hgnc } : {}),
        ...(omim && /^\d{6}$/.test(omim) ? { omim } : {}),
        ...genePartOf(textAt(gene, 'DisorderGeneAssociationType')),
      },
    ];
  });
}

function signsOf(
  packet: JsonObject,
  overlays: Overlays,
): { signs: Disease['signs']; unknownSigns: string[] } {
  const signs = new Map<string, Disease['signs'][number]>();
  const unknownSigns: string[] = [];
  for (const phenotype of listOf(ownValue(packet, 'Phenotypes'), 'Phenotype')) {
    const hpo = textAt(phenotype, 'HPOId');
    const label = textAt(phenotype, 'HPOTerm');
    if (hpo === undefined || !/^HP:\d{7}$/.test(hpo) || label === undefined) {
      unknownSigns.push(label ?? hpo ?? '');
      continue;
    }
    const frequency = frequencies.find(textAt(phenotype, 'HPOFrequency'));
    signs.set(hpo, signOf(overlays, { hpo, label_en: label, frequency }));
  }
  return { signs: [...signs.values()], unknownSigns };
}

const words = (packet: JsonObject, list: string, item: string) =>
  listOf(ownValue(packet, list), item).map((entry) => nonEmptyText(entry) ?? textAt(entry, 'value'));

/**
 * Members of a list in any shape of packets: bare, wrapped in `{Name: member}`, together in `{Name:
 * [members]}`, or single.
 */
function listOf(value: unknown, name: string): unknown[] {
  const members = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return members.flatMap((member) => {
    const inner = ownValue(member, name);
    // A bare synonym is an object with one key: `{Synonym: 'CF'}`.
    return inner === undefined ? [member] : Array.isArray(inner) ? inner : [inner];
  });
}

const textAt = (holder: unknown, key: string) => nonEmptyText(ownValue(holder, key));
