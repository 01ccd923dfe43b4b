import { credits, licence } from '../record/licence.ts';
import { siteWords } from '#data/catalogue.ts';
import { constant } from '#data/constant.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { closedFields, type Kind } from '#domain/kinds/index.ts';
import type { FieldType } from '#domain/editing/description.ts';
import { exportColumns, recordColumns } from '#domain/exports/columns.ts';
import { exportedFields } from '#domain/exports/csv.ts';
import { describeFiles, openKinds, type OpenFile } from './files.ts';

/** Descriptions of the open data: Data Package, DCAT, Croissant, DataCite. */
const about = {
  name: 'orphan-diseases-register',
  description:
    'Каталог редких заболеваний на русском языке: заболевания, препараты, исследования, учреждения, анализы, правила оплаты. У каждого факта назван источник с датой. Клинических случаев и данных людей здесь нет.',
  keywords: ['редкие заболевания', 'орфанные заболевания', 'rare diseases', 'ORPHA', 'МКБ-10', 'HPO'],
} as const;

const mediaTypes: Record<OpenFile['format'], string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  'ndjson.gz': 'application/gzip',
};

interface OpenData {
  title: string;
  url(path: string): string;
  kinds: { kind: Kind; files: OpenFile[]; fields: ReadonlySet<string> }[];
  files: OpenFile[];
  /** Moment of the last change of any record. */
  modified: string;
}

const openData = (site: string): Promise<OpenData> =>
  constant('open data', async () => {
    const described = [];
    for (const kind of openKinds) described.push({ kind, ...(await describeFiles(kind, site)) });
    const kinds = described.filter(({ files }) => files.length > 0);
    const files = kinds.flatMap((one) => one.files);
    return {
      title: `${siteWords().title}: открытые данные`,
      url: (path) => new URL(path, site).href,
      kinds,
      files,
      modified: files.reduce((last, { modified }) => (modified > last ? modified : last), ''),
    };
  });

const urlOf = ({ url }: OpenData, { name }: OpenFile) => url(`/open-data/${name}`);
const titleOf = ({ kind, name }: OpenFile) => `${kind.titles.many}: ${name}`;

/** Lines as `sha256sum --check` reads them. */
export async function checksums(site: string): Promise<string> {
  const { files } = await openData(site);
  return files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('');
}

/** Data Package, version 1 (specs.frictionlessdata.io): a resource a file, with a Table Schema. */
export async function dataPackage(site: string): Promise<object> {
  const data = await openData(site);
  const licenses = [{ name: 'CC-BY-4.0', title: licence.name, path: licence.url }];
  return {
    profile: 'data-package',
    ...about,
    title: data.title,
    homepage: data.url('/open-data/'),
    version: data.modified.slice(0, 10),
    created: data.modified,
    licenses,
    contributors: [{ title: siteWords().title, path: data.url('/'), role: 'publisher' }],
    sources: credits.map(({ what, whose, terms, url }) => ({
      title: `${what}: ${whose}; ${terms}`,
      path: url,
    })),
    resources: data.files.map((file) => ({
      name: file.name,
      path: file.name,
      title: titleOf(file),
      profile: 'data-resource',
      format: file.format === 'csv' ? 'csv' : 'ndjson',
      mediatype: mediaTypes[file.format],
      ...(file.format === 'ndjson.gz' ? { compression: 'gz' } : {}),
      encoding: 'utf-8',
      bytes: file.bytes,
      hash: `sha256:${file.sha256}`,
      rows: file.rows,
      modified: file.modified,
      licenses,
      schema: file.format === 'csv' ? tableSchema(file.kind) : recordSchema(file.kind),
    })),
  };
}

interface SchemaField {
  name: string;
  title: string;
  type: string;
}

/** Columns of a table; codes of closed lists stand as their titles. */
function tableSchema(kind: Kind): { fields: SchemaField[] } {
  const { number, updated, page } = recordColumns;
  return {
    fields: [
      { name: number, title: number, type: 'integer' },
      ...exportColumns(kind, exportedFields(kind)).map(({ title }) => ({
        name: title,
        title,
        type: 'string',
      })),
      { name: updated, title: updated, type: 'date' },
      { name: page, title: page, type: 'string' },
    ],
  };
}

const schemaTypes: Record<FieldType, string> = {
  line: 'string',
  prose: 'string',
  picture: 'string',
  number: 'number',
  whole: 'integer',
  'yes-no': 'boolean',
  day: 'date',
  choice: 'string',
  choices: 'array',
  lines: 'array',
  record: 'integer',
  records: 'array',
  group: 'object',
  list: 'array',
};

/** Fields of a record in NDJSON: those of all records, then those of its kind. */
function recordSchema(kind: Kind): { primaryKey: string; fields: SchemaField[] } {
  const closed = closedFields(kind);
  return {
    primaryKey: 'id',
    fields: [
      { name: 'id', title: 'Номер', type: 'integer' },
      { name: 'kind', title: 'Вид записи', type: 'string' },
      { name: 'state', title: 'Состояние', type: 'string' },
      { name: 'version', title: 'Версия', type: 'integer' },
      { name: 'updated_at', title: 'Изменена', type: 'datetime' },
      { name: 'reviewed_at', title: 'Проверена', type: 'date' },
      { name: 'reviewer', title: 'Кто проверил', type: 'string' },
      { name: 'review_due', title: 'Проверить до', type: 'date' },
      { name: 'sources', title: 'Источники', type: 'array' },
      { name: 'history', title: 'Изменения по дням', type: 'array' },
      ...describeKind(kind)
        .fields.filter(({ name }) => !closed.includes(name))
        .map(({ name, title, type }) => ({ name, title, type: schemaTypes[type] })),
      ...Object.entries(kind.computed ?? {}).map(([name, { title }]) => ({ name, title, type: 'string' })),
    ],
  };
}

/** DCAT 3 (w3.org/TR/vocab-dcat-3) in JSON-LD: a distribution a file. */
export async function dcat(site: string): Promise<object> {
  const data = await openData(site);
  return {
    '@context': {
      dcat: 'http://www.w3.org/ns/dcat#',
      dct: 'http://purl.org/dc/terms/',
      foaf: 'http://xmlns.com/foaf/0.1/',
      spdx: 'http://spdx.org/rdf/terms#',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@id': data.url('/open-data/'),
    '@type': 'dcat:Dataset',
    'dct:title': { '@language': 'ru', '@value': data.title },
    'dct:description': { '@language': 'ru', '@value': about.description },
    'dct:language': { '@id': 'http://publications.europa.eu/resource/authority/language/RUS' },
    'dct:publisher': { '@id': data.url('/'), '@type': 'foaf:Organization', 'foaf:name': siteWords().title },
    'dct:license': { '@id': licence.url },
    'dct:modified': { '@type': 'xsd:dateTime', '@value': data.modified },
    'dcat:keyword': about.keywords.map((keyword) => ({
      '@language': /[а-я]/i.test(keyword) ? 'ru' : 'en',
      '@value': keyword,
    })),
    'dcat:landingPage': { '@id': data.url('/open-data/') },
    'dcat:distribution': data.files.map((file) => ({
      '@id': urlOf(data, file),
      '@type': 'dcat:Distribution',
      'dct:title': { '@language': 'ru', '@value': titleOf(file) },
      'dcat:accessURL': { '@id': data.url('/open-data/') },
      'dcat:downloadURL': { '@id': urlOf(data, file) },
      'dcat:mediaType': iana(file.format === 'csv' ? mediaTypes.csv : mediaTypes.ndjson),
      ...(file.format === 'ndjson.gz' ? { 'dcat:compressFormat': iana(mediaTypes['ndjson.gz']) } : {}),
      'dcat:byteSize': { '@type': 'xsd:nonNegativeInteger', '@value': String(file.bytes) },
      'dct:license': { '@id': licence.url },
      'dct:modified': { '@type': 'xsd:dateTime', '@value': file.modified },
      'spdx:checksum': {
        '@type': 'spdx:Checksum',
        'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256' },
        'spdx:checksumValue': { '@type': 'xsd:hexBinary', '@value': file.sha256 },
      },
    })),
  };
}

const iana = (mediaType: string) => ({ '@id': `https://www.iana.org/assignments/media-types/${mediaType}` });

/** Types of Croissant by those of Table Schema; objects have no counterpart. */
const croissantTypes: Record<string, string> = {
  string: 'sc:Text',
  number: 'sc:Float',
  integer: 'sc:Integer',
  boolean: 'sc:Boolean',
  date: 'sc:Date',
  datetime: 'sc:DateTime',
};

/** Croissant 1.1 (docs.mlcommons.org/croissant): the whole files, and the plain fields that records have. */
export async function croissant(site: string): Promise<object> {
  const data = await openData(site);
  const wholes = data.files.filter(({ format }) => format === 'ndjson.gz');
  return {
    '@context': {
      '@language': 'ru',
      '@vocab': 'http://schema.org/',
      sc: 'http://schema.org/',
      cr: 'http://mlcommons.org/croissant/',
      dct: 'http://purl.org/dc/terms/',
      column: 'cr:column',
      conformsTo: 'dct:conformsTo',
      dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
      extract: 'cr:extract',
      field: 'cr:field',
      fileObject: 'cr:fileObject',
      isLiveDataset: 'cr:isLiveDataset',
      key: 'cr:key',
      recordSet: 'cr:recordSet',
      source: 'cr:source',
    },
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    ...about,
    alternateName: data.title,
    url: data.url('/open-data/'),
    license: licence.url,
    creator: { '@type': 'sc:Organization', name: siteWords().title, url: data.url('/') },
    datePublished: data.modified.slice(0, 10),
    dateModified: data.modified,
    version: data.modified.slice(0, 10),
    isLiveDataset: true,
    inLanguage: 'ru',
    distribution: wholes.map((file) => ({
      '@type': 'cr:FileObject',
      '@id': file.name,
      name: file.name,
      description: file.kind.titles.many,
      contentUrl: urlOf(data, file),
      contentSize: `${file.bytes} B`,
      encodingFormat: 'application/jsonlines',
      sha256: file.sha256,
    })),
    recordSet: data.kinds.map(({ kind, fields }) => ({
      '@type': 'cr:RecordSet',
      '@id': kind.api,
      name: kind.api,
      description: kind.titles.many,
      key: { '@id': `${kind.api}/id` },
      field: recordSchema(kind)
        .fields.filter(({ name, type }) => fields.has(name) && type in croissantTypes)
        .map(({ name, title, type }) => ({
          '@type': 'cr:Field',
          '@id': `${kind.api}/${name}`,
          name,
          description: title,
          dataType: croissantTypes[type],
          source: { fileObject: { '@id': `${kind.api}.ndjson.gz` }, extract: { column: name } },
        })),
    })),
  };
}

/** DataCite 4 (schema.datacite.org) without `identifiers`: the DOI is not assigned. */
export async function dataCite(site: string): Promise<object> {
  const data = await openData(site);
  const { title } = siteWords();
  return {
    schemaVersion: 'http://datacite.org/schema/kernel-4',
    titles: [{ title: data.title, lang: 'ru' }],
    creators: [{ name: title, nameType: 'Organizational', lang: 'ru' }],
    publisher: title,
    publicationYear: data.modified.slice(0, 4),
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Каталог редких заболеваний' },
    subjects: about.keywords.map((subject) => ({ subject })),
    dates: [{ date: data.modified, dateType: 'Updated' }],
    language: 'ru',
    version: data.modified.slice(0, 10),
    alternateIdentifiers: [{ alternateIdentifier: data.url('/open-data/'), alternateIdentifierType: 'URL' }],
    formats: ['application/x-ndjson', 'text/csv'],
    sizes: [
      `${data.files.filter(({ format }) => format === 'ndjson.gz').reduce((sum, { bytes }) => sum + bytes, 0)} B`,
    ],
    rightsList: [{ rights: licence.name, rightsUri: licence.url, rightsIdentifier: 'CC-BY-4.0' }],
    descriptions: [{ description: about.description, descriptionType: 'Abstract', lang: 'ru' }],
  };
}
