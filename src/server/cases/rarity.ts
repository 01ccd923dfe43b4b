import type { CaseCheck } from '#contract/cases.ts';
import type { CaseContent } from '#contract/forms/cases.ts';
import { kindsByName, type RecordOf } from '#domain/kinds/index.ts';
import { prevalenceClass, type ageBand } from '#domain/vocabularies.ts';
import { readTowns } from '../catalogue/cities.ts';
import type { ReadDatabase } from '../database/database.ts';
import { countRows } from '../database/page.ts';

/**
 * Whether disease, region and age together may identify a patient: k-anonymity with k = 5. The number of
 * matching people is estimated from prevalence and population; if either is unknown, a rare disease in one
 * federal subject counts as too rare.
 */
const leastGroup = 5;

/** Years covered by an age band, assuming equal years; the open last band counts like the one before. */
const years: Record<keyof typeof ageBand, number> = {
  neonatal: 28 / 365,
  infant: 1 - 28 / 365,
  toddler: 3,
  preschool: 3,
  school: 5,
  adolescent: 6,
  young: 22,
  middle: 20,
  old: 20,
};
const allYears = Object.values(years).reduce((sum, band) => sum + band, 0);

interface Combination {
  /** Prevalence per 100,000; null when unknown. */
  per100000: number | null;
  /** Minimum population of the subject or country; null when unknown. */
  inhabitants: number | null;
  hasRegion: boolean;
  band: keyof typeof ageBand | '';
  published: number;
}

export function rarityOf({
  per100000,
  inhabitants,
  hasRegion,
  band,
  published,
}: Combination): CaseCheck['rarity'] {
  const share = band === '' ? 1 : years[band] / allYears;
  const expected =
    per100000 === null || inhabitants === null ? null : round((per100000 / 100_000) * inhabitants * share);
  const isRare = published + 1 < leastGroup && (expected === null ? hasRegion : expected < leastGroup);
  return { isRare, expected, published, message: isRare ? messageOf(expected, hasRegion) : '' };
}

const round = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

function messageOf(expected: number | null, hasRegion: boolean): string {
  const remedy = hasRegion
    ? 'Уберите субъект Федерации или подтвердите, что пациента узнать нельзя.'
    : 'Подтвердите, что пациента узнать нельзя.';
  return expected === null
    ? `Сколько таких пациентов, не известно: в одном субъекте Федерации по заболеванию и возрасту могут узнать пациента. ${remedy}`
    : `Таких пациентов ожидается меньше ${leastGroup}: по заболеванию${hasRegion ? ', региону' : ''} и возрасту могут узнать пациента. ${remedy}`;
}

/** The rarest disease decides. */
export async function rarityOfCase(
  db: ReadDatabase,
  id: number,
  content: CaseContent,
): Promise<CaseCheck['rarity']> {
  const ids = content.diseases.length > 0 ? content.diseases : [null];
  const inhabitants = await populationOf(content.region);
  const rarities = await Promise.all(
    ids.map(async (disease) =>
      rarityOf({
        per100000: disease === null ? null : await prevalenceOf(db, disease),
        inhabitants,
        hasRegion: content.region !== '',
        band: content.age_band,
        published: disease === null ? 0 : await countAlike(db, id, disease, content),
      }),
    ),
  );
  return rarities.find(({ isRare }) => isRare) ?? rarities[0]!;
}

/** Prevalence per 100,000: the lowest stated, so that the warning is more likely. */
async function prevalenceOf(db: ReadDatabase, disease: number): Promise<number | null> {
  const row = await db
    .selectFrom('records')
    .select('data')
    .where('id', '=', disease)
    .where('kind', '=', kindsByName.disease.name)
    .executeTakeFirst();
  const { prevalence = [] } = JSON.parse(row?.data ?? '{}') as Partial<RecordOf<typeof kindsByName.disease>>;
  const known = prevalence.flatMap(({ type, class: name, figure }) => {
    if (type === 'cases' || type === 'incidence') return [];
    const rate = figure || (name && prevalenceClass[name].to);
    return rate ? [rate] : [];
  });
  return known.length === 0 ? null : Math.min(...known);
}

async function countAlike(
  db: ReadDatabase,
  id: number,
  disease: number,
  content: CaseContent,
): Promise<number> {
  const holders = (field: string, value: string) =>
    db.selectFrom('case_values').select('case_id').where('field', '=', field).where('value', '=', value);
  return await countRows(
    db
      .selectFrom('cases')
      .where('published', '=', 1)
      .where('demo', '=', 0)
      .where('id', '!=', id)
      .where('id', 'in', holders('diseases', String(disease)))
      .where('id', 'in', holders('age_band', content.age_band))
      .$if(content.region !== '', (query) => query.where('id', 'in', holders('region', content.region))),
  );
}

/**
 * Population of the cities of a federal subject, or of all (src/starter/cities.tsv, HFLabs). An underestimate
 * without villages, so that the warning is more likely. null without cities.
 */
async function populationOf(region: string): Promise<number | null> {
  const towns = await readTowns();
  const people = towns
    .filter(({ subject }) => region === '' || subject === region)
    .reduce((sum, town) => sum + town.people, 0);
  return people || null;
}
