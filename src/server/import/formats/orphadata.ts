import { areaOfHead, areas, orderAreas, type Area } from '#domain/areas.ts';
import { OperatorError } from '#domain/operator-error.ts';
import type { Source } from '#domain/kinds/index.ts';
import { importNote, rejected, type Current, type ImportedFields, type ImportFileLine } from '../draft.ts';
import type { Format, ImportContext } from '../format.ts';
import type { ImportInput, InputFile } from '../input.ts';
import {
  diseaseDraft,
  hpoSource,
  mergeItems,
  keeping,
  officialNames,
  orphanetSource,
  overlayNames,
} from '../orphanet/disease.ts';
import {
  codeOf,
  codesOf,
  consequencesOf,
  definitionOf,
  genesOf,
  inheritanceOf,
  languageOf,
  namesOf,
  onsetsOf,
  preferredHeadOf,
  prevalenceOf,
  retirementOf,
  signsOf,
  typeOf,
} from '../orphanet/elements.ts';
import { readOrphadata, type Edition } from '../orphanet/reader.ts';
import { namesSource } from '../../catalogue/overlays.ts';
import { child, type Element } from '../xml.ts';

export const orphadata: Format = {
  name: 'orphadata',
  title:
    'Orphanet: Orphadata XML, продукты 1, 3, 4, 6, 7, 9 и функциональные последствия, любой язык (можно .gz)',
  takesFolder: true,
  files: /\.xml(\.gz)?$/,
  read: readProducts,
  expects: 'Файл en_product….xml или ru_product….xml с корнем JDBOR',
  isLike: (text) => /<JDBOR[\s>]/.test(text),
};

async function* readProducts(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const icd10 = await context.terms('mkb10');
  for await (const file of input.parts()) {
    for await (const reading of readProduct(file, context, icd10))
      yield input.isFolder ? inFile(reading, file.name) : reading;
  }
}

async function* readProduct(
  file: InputFile,
  context: ImportContext,
  icd10: ReadonlyMap<string, string>,
): AsyncGenerator<ImportFileLine> {
  const places = new Map<number, Place>();
  let edition: Edition | undefined;
  for await (const part of readOrphadata(file)) {
    if (part.type === 'edition') edition = part;
    else if (!edition) throw new OperatorError('Это не Orphadata: нет заголовка JDBOR.');
    else if (part.type === 'disorder') yield* readDisorder(part.element, edition, context, icd10);
    else addPlace(places, part);
  }
  if (edition) for (const place of places.values()) yield placeDraft(place, edition);
}

/** In a folder the position includes the file. */
function inFile(reading: ImportFileLine, name: string): ImportFileLine {
  if (reading.type === 'rejected') return { ...reading, reason: `${name}: ${reading.reason}` };
  if (reading.type !== 'record' || reading.mode !== 'update') return reading;
  return { ...reading, absentReason: `${name}: ${reading.external} в каталоге нет` };
}

/** Place of an entity in classifications. */
interface Place {
  line: number;
  orpha: number;
  parents: Set<number>;
  heads: Set<number>;
}

function addPlace(
  places: Map<number, Place>,
  { orpha, line, ancestors }: { orpha: number; line: number; ancestors: readonly number[] },
) {
  const place = places.get(orpha) ?? { line, orpha, parents: new Set(), heads: new Set() };
  places.set(orpha, place);
  const parent = ancestors.at(-1);
  if (parent !== undefined) place.parents.add(parent);
  for (const code of [orpha, ...ancestors]) if (areaOfHead(code)) place.heads.add(code);
}

function placeDraft({ line, orpha, parents, heads }: Place, edition: Edition): ImportFileLine {
  const found = [...heads].map(areaOfHead).filter((area) => area !== undefined);
  const links = [...parents].map((code) => `ORPHA:${code}`);
  return diseaseDraft(line, orpha, {
    mode: 'update',
    fields: (current) => ({
      parents: [...listIn(current, 'parents'), ...links],
      areas: withAreas(current, found),
    }),
    sources: [orphanetSource('Orphadata: продукт 3, классификации', edition, ['parents', 'areas'])],
    shares: ['parents', 'areas'],
  });
}

/** Areas of the disease with new ones; the first stays unless another is preferred. */
function withAreas(current: Current | undefined, found: readonly Area[], preferred?: Area): string[] {
  const held = listIn(current, 'areas')
    .map((code) => areas.find((area) => area.code === code))
    .filter((area) => area !== undefined);
  const all = [...new Set([...held, ...found, ...(preferred ? [preferred] : [])])];
  return orderAreas(all, preferred ?? held[0]);
}

const listIn = (current: Current | undefined, field: string): unknown[] => {
  const value = current?.fields[field];
  return Array.isArray(value) ? value : [];
};

function* readDisorder(
  disorder: Element,
  edition: Edition,
  context: ImportContext,
  icd10: ReadonlyMap<string, string>,
): Generator<ImportFileLine> {
  const orpha = codeOf(disorder);
  const line = disorder.line;
  if (orpha === undefined) {
    yield rejected(line, 'нет кода ORPHA (OrphaCode)');
    return;
  }
  const has = (name: string) => child(disorder, name) !== undefined;
  const language = languageOf(disorder);
  const names = namesOf(disorder);
  const english = names.title.get('en');
  const steps: ((current: Current | undefined) => ImportedFields)[] = [];
  const sources: Source[] = [];
  const product = (
    title: string,
    step: (current: Current | undefined) => ImportedFields,
    ...fields: string[]
  ) => {
    steps.push(step);
    sources.push(orphanetSource(`Orphadata: ${title}`, edition, fields));
  };

  const isNames = has('SynonymList') || has('ExternalReferenceList') || has('SummaryInformationList');
  if (isNames) {
    const type = typeOf(disorder);
    if (!type) {
      yield rejected(line, `ORPHA:${orpha}: неизвестный тип записи`);
      return;
    }
    const retired = retirementOf(disorder, names);
    product(
      'продукт 1, названия и коды',
      (current) => ({
        type,
        orpha,
        ...codeFields(disorder, icd10, current),
        ...englishFields(disorder, language, names, current),
        ...(retired ? { retired } : {}),
        ...(names.remarks.has('not-rare') ? { not_rare: true } : {}),
      }),
      'type',
      'orpha',
      'omim',
      'icd10',
      'icd11',
      'mondo',
      'mesh',
      'gard',
      'title_en',
      'synonyms_en',
      'definition_en',
      'retired',
      'not_rare',
    );
  }
  if (language === 'ru' && (names.title.has('ru') || names.synonyms.has('ru'))) {
    const official = { title: names.title.get('ru'), synonyms: names.synonyms.get('ru') ?? [] };
    const about = definitionOf(disorder, 'ru');
    steps.push((current) => ({
      ...officialNames(current, official),
      ...(about === undefined ? {} : { about }),
    }));
    sources.push(
      orphanetSource('Orphanet: русское издание', edition, ['title', 'title_status', 'synonyms', 'about']),
    );
  }
  if (has('HPODisorderAssociationList')) {
    product('продукт 4, признаки', () => ({ signs: signsOf(disorder, context.overlays) }), 'signs');
    sources.push(hpoSource(edition));
  }
  if (has('DisorderGeneAssociationList'))
    product(
      'продукт 6, гены',
      (current) => ({
        genes: keeping(genesOf(disorder), 'symbol', ['locus'], current?.fields.genes),
      }),
      'genes',
    );
  if (has('PrevalenceList'))
    product('продукт 9, распространённость', () => ({ prevalence: prevalenceOf(disorder) }), 'prevalence');
  if (has('AverageAgeOfOnsetList') || has('TypeOfInheritanceList'))
    product(
      'продукт 9, начало и наследование',
      () => ({ onset: onsetsOf(disorder), inheritance: inheritanceOf(disorder) }),
      'onset',
      'inheritance',
    );
  if (has('DisabilityDisorderAssociationList'))
    product('функциональные последствия', () => ({ consequences: consequencesOf(disorder) }), 'consequences');
  if (has('DisorderDisorderAssociationList') && !isNames) {
    const head = preferredHeadOf(disorder);
    const preferred = head === undefined ? undefined : areaOfHead(head);
    if (preferred)
      product(
        'продукт 7, линеаризация',
        (current) => ({ areas: withAreas(current, [], preferred) }),
        'areas',
      );
    else yield importNote(line, 'нет предпочтительной области', `ORPHA:${orpha}`);
  }
  if (steps.length === 0) return;

  const ours = context.overlays.names.get(orpha);
  // Product 1 creates records; others only update.
  const mode = isNames ? 'upsert' : 'update';
  yield diseaseDraft(line, orpha, {
    mode,
    fields: (current) => {
      // A new record gets our name first, which the official edition may replace.
      const start = current ? {} : overlayNames(undefined, ours, english ?? names.title.get('ru'));
      const base: Current | undefined =
        current ?? (Object.keys(start).length > 0 ? { fields: start, origins: {} } : undefined);
      return Object.assign({}, start, ...steps.map((step) => step(base)));
    },
    sources: ours && mode === 'upsert' ? [...sources, namesSource] : sources,
    replaces: ['title', 'title_status', 'synonyms'],
    shares: ['synonyms', 'omim', 'icd10', 'icd11', 'areas', 'signs'],
  });
}

function codeFields(
  disorder: Element,
  titles: ReadonlyMap<string, string>,
  current: Current | undefined,
): ImportedFields {
  if (!child(disorder, 'ExternalReferenceList')) return {};
  const codes = codesOf(disorder);
  const icd10 = codes.icd10.map((entry) => {
    const title = titles.get(entry.code);
    return title === undefined ? entry : { ...entry, title };
  });
  // An absent code list does not mean that there are no codes: editions differ.
  return {
    ...(codes.omim.length > 0 ? { omim: mergeItems(codes.omim, 'code', current?.fields.omim) } : {}),
    ...(icd10.length > 0 ? { icd10: mergeItems(icd10, 'code', current?.fields.icd10) } : {}),
    ...(codes.icd11.length > 0 ? { icd11: mergeItems(codes.icd11, 'code', current?.fields.icd11) } : {}),
    ...(codes.mondo ? { mondo: codes.mondo } : {}),
    ...(codes.mesh.length > 0 ? { mesh: codes.mesh } : {}),
    ...(codes.gard.length > 0 ? { gard: codes.gard } : {}),
  };
}

/** English texts from the English edition; from others only into gaps. */
function englishFields(
  disorder: Element,
  language: string,
  names: ReturnType<typeof namesOf>,
  current: Current | undefined,
): ImportedFields {
  const title = names.title.get('en');
  const definition = definitionOf(disorder, 'en');
  const isEnglish = language === 'en';
  const isMissing = (field: string) => current?.fields[field] === undefined;
  return {
    ...(title !== undefined && (isEnglish || isMissing('title_en')) ? { title_en: title } : {}),
    ...(isEnglish ? { synonyms_en: names.synonyms.get('en') ?? [] } : {}),
    ...(definition !== undefined && (isEnglish || isMissing('definition_en'))
      ? { definition_en: definition }
      : {}),
  };
}
