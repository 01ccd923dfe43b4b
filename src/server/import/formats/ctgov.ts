import { OperatorError } from '#domain/operator-error.ts';
import type { RecordOf, Source, kindsByName } from '#domain/kinds/index.ts';
import { readCities, type Cities } from '../../catalogue/cities.ts';
import { importNote, rejected, type ImportedFields, type ImportFileLine } from '../draft.ts';
import type { Format, ImportContext, KnownRecord } from '../format.ts';
import type { ImportInput } from '../input.ts';
import { jsonValues, ownValue } from '../json.ts';
import {
  hasSymbol,
  hasWordsOf,
  isAbbreviation,
  aliasesIn,
  plainWords,
  textOf,
  type Text,
} from '../aliases.ts';
import { unique } from '../disease.ts';
import { placeInRussian } from '../places.ts';
import { lines, listOf, studyOf, type Study } from './study.ts';

type Research = RecordOf<(typeof kindsByName)['research']>;

export const ctgov: Format = {
  name: 'ctgov',
  title: 'ClinicalTrials.gov: исследования (JSON или NDJSON, выгрузка или ответ API, можно .gz)',
  files: /\.(nd)?jsonl?(\.gz)?$/,
  read: readStudies,
  expects: 'Исследования с номером NCT: ответ API ClinicalTrials.gov или выгрузка, по одному на строку',
  isLike: (text) => /"(nctId|nct_id|protocolSection)"\s*:/i.test(text),
};

async function* readStudies(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  const linker = new Linker(await context.recordsOf('disease'), await context.recordsOf('drug'));
  const clinics = clinicsByName(await context.recordsOf('clinic'));
  const cities = await readCities();
  let isOurs = false;
  let unmatched = 0;
  for await (const file of input.parts()) {
    for await (const item of jsonValues(file)) {
      if ('type' in item) {
        yield item;
        continue;
      }
      const wrapped = ownValue(item.value, 'studies');
      for (const value of Array.isArray(wrapped) ? wrapped : [item.value]) {
        const study = studyOf(value);
        if (typeof study === 'string') {
          yield rejected(item.line, study);
          unmatched++;
          if (!isOurs && unmatched > 100) throw unknownFormat();
        } else {
          isOurs = true;
          yield* draftsOf(item.line, study, { linker, clinics, cities, today: context.today });
        }
      }
    }
  }
  if (!isOurs) throw unknownFormat();
}

const unknownFormat = () =>
  new OperatorError('Это не исследования ClinicalTrials.gov: ни у одного нет номера NCT.');

interface Around {
  linker: Linker;
  clinics: Clinics;
  cities: Cities;
  today: string;
}

function* draftsOf(
  line: number,
  study: Study,
  { linker, clinics, cities, today }: Around,
): Generator<ImportFileLine> {
  const text = textOf(study.texts);
  const { diseases, dropped, absent } = linker.diseasesOf(study, text);
  for (const name of dropped)
    yield importNote(
      line,
      'связь с болезнью отброшена: исследование её не называет',
      `${study.nct} → ${name}: «${study.title ?? study.conditions.join('; ')}»`,
    );
  for (const code of absent)
    yield importNote(
      line,
      'болезни, для которой найдено исследование, в каталоге нет',
      `${study.nct} → ORPHA:${code}`,
    );
  const day = study.updatedAt ?? today;
  const fields = fieldsOf(study, diseases, { linker, clinics, cities, today });
  yield {
    type: 'record',
    line,
    kind: 'research',
    external: `NCT:${study.nct}`,
    // A study without rare diseases or a title can only update a known one.
    mode: study.title === undefined || diseases.length === 0 ? 'update' : 'upsert',
    absentReason: `${study.nct}: ${absentReason(study, dropped)}`,
    looseLinks: true,
    // Existing links stay.
    fields: (current) => ({
      ...fields,
      diseases: [...new Set([...listOf(current?.fields.diseases), ...diseases])],
      drugs: [...new Set([...listOf(current?.fields.drugs), ...listOf(fields.drugs)])],
      ...(study.locations
        ? { clinics: [...new Set([...listOf(current?.fields.clinics), ...listOf(fields.clinics)])] }
        : {}),
    }),
    sources: [sourceOf(study, day, Object.keys(fields))],
    shares: ['diseases', 'drugs', 'clinics'],
  };
}

function fieldsOf(
  study: Study,
  diseases: readonly number[],
  { linker, clinics, cities, today }: Around,
): ImportedFields {
  return {
    ...(study.title === undefined
      ? {}
      : { title: study.title, title_status: 'english', title_en: study.title }),
    nct: study.nct,
    numbers: [{ registry: 'NCT', number: study.nct }],
    ...study.fields,
    status_checked_at: study.updatedAt ?? today,
    conditions: lines(study.conditions),
    interventions: lines(study.interventions),
    ...study.criteria,
    diseases,
    drugs: linker.drugsOf(study),
    ...(study.locations && placesOf(study.locations.map((location) => siteOf(location, cities, clinics)))),
  };
}

function absentReason(study: Study, dropped: readonly string[]): string {
  if (study.title === undefined) return 'в файле нет названия, а в каталоге такого исследования нет';
  const why = dropped.length > 0 ? ` (найдено поиском для ${dropped.slice(0, 3).join(', ')})` : '';
  return `исследование не называет ни одной болезни каталога${why}`;
}

function placesOf(sites: readonly Site[]): ImportedFields {
  // Russian sites first: readers look for them.
  const isRussian = ({ country }: Site) => country === 'Россия';
  const russian = sites.filter(isRussian);
  const ordered = [...russian, ...sites.filter((site) => !isRussian(site))];
  return {
    sites: ordered.slice(0, 2000),
    clinics: unique(russian.map(({ clinic }) => clinic)),
    sites_in_russia: russian.length,
    cities: unique(russian.map(({ city }) => city)),
    countries: unique(ordered.map(({ country }) => country)),
  };
}

const sourceOf = (study: Study, date: string, fields: readonly string[]): Source => ({
  title: `ClinicalTrials.gov, ${study.nct}`,
  publisher: 'National Library of Medicine, NIH',
  url: `https://clinicaltrials.gov/study/${study.nct}`,
  licence: 'общественное достояние',
  date,
  fields: [...fields],
});

type Site = Research['sites'][number];

function siteOf(
  { facility, city, country }: NonNullable<Study['locations']>[number],
  cities: Cities,
  clinics: Clinics,
): Site {
  const place = country === undefined ? undefined : placeInRussian(country);
  const known = place === 'Россия' && city !== undefined ? cities.find(city) : undefined;
  const name = known?.title ?? city;
  const clinic = place === 'Россия' && facility !== undefined ? clinics(facility, known?.title) : undefined;
  return {
    ...(facility ? { facility: facility.slice(0, 500) } : {}),
    ...(name ? { city: name.slice(0, 200) } : {}),
    ...(place ? { country: place.slice(0, 100) } : {}),
    ...(known?.subject ? { subject: known.subject } : {}),
    ...(clinic === undefined ? {} : { clinic }),
  };
}

type Clinics = ReturnType<typeof clinicsByName>;

/** Finds a clinic; an ambiguous name («City Clinical Hospital») is resolved by city, or not at all. */
function clinicsByName(clinics: readonly KnownRecord[]) {
  const named = clinics.flatMap((clinic) =>
    [clinic.fields.title_en, ...listOf(clinic.fields.synonyms)].flatMap((name) =>
      typeof name === 'string' && /[a-z]/i.test(name) ? { key: facilityKey(name), clinic } : [],
    ),
  );
  const byName = Map.groupBy(named, ({ key }) => key);
  return (facility: string, city: string | undefined): number | undefined => {
    const here = (byName.get(facilityKey(facility)) ?? []).filter(
      ({ clinic: { fields } }) => city === undefined || fields.city === undefined || fields.city === city,
    );
    return here.length === 1 ? here[0]?.clinic.id : undefined;
  };
}

/** Drops sponsors' numbers: «( Site 1233)», «/ID# 218869», «- Site Number : 840018». */
const facilityKey = (name: string) =>
  plainWords(
    name
      .replace(/\(\s{0,9}site\s{0,9}\d{0,9}\s{0,9}\)/i, ' ')
      .replace(/\/?\s{0,9}ID\s{0,9}#\s{0,9}\d+/i, ' ')
      .replace(/-?\s{0,9}site number\s{0,9}:?\s{0,9}\d+/i, ' '),
  );

interface NamedDisease {
  record: KnownRecord;
  orpha: number;
  names: readonly string[];
}

class Linker {
  readonly #byOrpha = new Map<number, NamedDisease>();
  readonly #byId = new Map<number, NamedDisease>();
  readonly #children = new Map<number, NamedDisease[]>();
  /** Diseases by exact name; an ambiguous name has none. */
  readonly #byName = new Map<string, NamedDisease | undefined>();
  readonly #drugs: readonly { id: number; names: readonly string[] }[];

  constructor(diseases: readonly KnownRecord[], drugs: readonly KnownRecord[]) {
    for (const record of diseases) {
      const { orpha, title_en, synonyms_en, type } = record.fields;
      if (typeof orpha !== 'number') continue;
      const names = [title_en, ...listOf(synonyms_en)].filter((name) => typeof name === 'string');
      const disease = { record, orpha, names };
      this.#byOrpha.set(orpha, disease);
      this.#byId.set(record.id, disease);
      for (const parent of listOf(record.fields.parents)) {
        if (typeof parent === 'number')
          this.#children.set(parent, [...(this.#children.get(parent) ?? []), disease]);
      }
      if (type === 'category') continue;
      // Abbreviations are ambiguous: XLP is a lymphoproliferative disease and a protoporphyria.
      for (const key of new Set(names.filter((name) => !isAbbreviation(name)).map(plainWords)))
        this.#byName.set(
          key,
          this.#byName.has(key) && this.#byName.get(key) !== disease ? undefined : disease,
        );
    }
    this.#drugs = drugs.map(({ id, fields }) => ({
      id,
      names: [fields.title_en, fields.inn_en].filter(
        (name) => typeof name === 'string' && name.length > 4,
      ) as string[],
    }));
  }

  /**
   * A search result is kept if the study names the disease, a direct parent or child, or its gene. A
   * condition equal to a disease name is linked anyway.
   */
  diseasesOf(study: Study, text: Text): { diseases: number[]; dropped: string[]; absent: number[] } {
    const kept = new Set<number>();
    const dropped: string[] = [];
    const absent: number[] = [];
    for (const orpha of study.orpha) {
      const disease = this.#byOrpha.get(orpha);
      if (!disease) absent.push(orpha);
      else if (this.#isNamed(disease, text, study.conditions)) kept.add(disease.record.id);
      else dropped.push(`ORPHA:${orpha} ${disease.names[0] ?? ''}`);
    }
    for (const condition of study.conditions) {
      for (const phrase of [condition, condition.replace(/\([^()]*\)/g, ' ')]) {
        const disease = this.#byName.get(plainWords(phrase));
        if (disease) kept.add(disease.record.id);
      }
    }
    return { diseases: [...kept], dropped, absent };
  }

  #isNamed(disease: NamedDisease, text: Text, conditions: readonly string[]): boolean {
    const parents = listOf(disease.record.fields.parents).map((id) => this.#byId.get(Number(id)));
    const relatives = [disease, ...parents, ...(this.#children.get(disease.record.id) ?? [])];
    if (relatives.some((relative) => relative?.names.some((name) => aliasesIn(text, name)))) return true;
    if (disease.names.some((name) => conditions.some((condition) => hasWordsOf(condition, name))))
      return true;
    const genes = listOf(disease.record.fields.genes) as { symbol: string; role?: string }[];
    return genes.some(
      ({ symbol, role }) => role !== 'candidate' && role !== 'biomarker' && hasSymbol(text, symbol),
    );
  }

  drugsOf(study: Study): number[] {
    const text = textOf(study.interventions);
    return this.#drugs.filter(({ names }) => names.some((name) => aliasesIn(text, name))).map(({ id }) => id);
  }
}
