import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { unpackSigns } from '../../src/domain/signs/pack.ts';
import { prepare, type SignIndex } from '../../src/domain/signs/profiles.ts';
import { rank } from '../../src/domain/signs/rank.ts';
import { readAnnotations, type Annotations } from '../starter/annotations.ts';
import { readHpo } from '../starter/hpo.ts';
import { fewest, signsFile } from '../starter/signs.ts';
import { dice } from './dice.ts';
import {
  equalLabels,
  nameOf,
  ours,
  rankOf,
  resnik,
  vaguer,
  withOtherPapers,
  type Method,
} from './signs/methods.ts';
import { readPatients, type Case } from './signs/patients.ts';
import { measured, unmeasured, type TargetRow } from './table/row.ts';

const command = 'npm run proof -- signs ПАПКА_С_ДАННЫМИ';

/**
 * Share of published patients whose diagnosis is first and among the first ten, by four methods over the same
 * candidates. The right candidates are Orphanet entities that Orphanet or MONDO calls equal to the OMIM
 * number; otherwise entities of which it is a form; otherwise the OMIM disease. A missing candidate counts as
 * a miss. Intervals are bootstrapped by cohort.
 */
export async function prove(_isLong: boolean, [folder]: readonly string[]): Promise<TargetRow[]> {
  const about = { target: 'signs', command, goal: 'первым ≥ 38 %, в десяти ≥ 70 % (болезни с признаками)' };
  if (folder === undefined)
    return [unmeasured({ ...about, figure: 'больные для проверки лежат вне хранилища: назовите папку' })];
  const trial = await openTrial(folder);
  const { all, known, index } = trial;
  const counted = trial.report(
    'равные подписи, болезни с признаками',
    known,
    trial.ranksBy(equalLabels(index), known),
  );
  const byResnik = trial.ranksBy(resnik(index), known);
  trial.report('сумма Резника, болезни с признаками', known, byResnik);
  const byOurs = trial.ranksBy(ours(index), known);
  const main = trial.report('наш, болезни с признаками', known, byOurs);
  const ofAll = all.map((patient) => byOurs[known.indexOf(patient)] ?? Infinity);
  const whole = trial.report('наш, все больные', all, ofAll);
  reportParts(trial, byOurs);
  reportOtherPapers(trial);
  reportPoorer(trial);
  reportTimes(trial);

  const gain = differenceOf(known, byOurs, byResnik);
  const unknown = all.filter((patient) => !known.includes(patient));
  return [
    measured({ ...about, figure: textOf(main) }, main.first.share >= 38 && main.ten.share >= 70),
    measured(
      {
        ...about,
        target: 'signs: все',
        goal: 'первым ≥ 36 %, в десяти ≥ 60 % (все больные)',
        figure: textOf(whole),
      },
      whole.first.share >= 36 && whole.ten.share >= 60,
      [
        `болезнь есть в указателе у ${percent(known.length / all.length)}: выше этого не поднимется ни один способ; без болезни: ${reasonsOf(unknown, trial.diseases)}`,
      ],
    ),
    measured(
      {
        ...about,
        target: 'signs: Резник',
        goal: 'в десяти больше на ≥ 5',
        figure: `первым больше на ${spanOf(gain.first)}, в десяти на ${spanOf(gain.ten)}`,
      },
      gain.ten.share >= 5 && counted.ten.share < main.ten.share,
    ),
  ];
}

type Trial = Awaited<ReturnType<typeof openTrial>>;

/** Candidates and patients of the trial. */
async function openTrial(folder: string) {
  const source = unpackSigns(brotliDecompressSync(await readFile(signsFile)));
  const index = prepare(source);
  const places = placesIn(index);
  const all = await readPatients(folder, 'reported');
  const known = all.filter(({ right }) => right.some((name) => places.has(name)));
  const equal = known.filter(({ isEqual }) => isEqual);
  const hpo = await readHpo(join(folder, 'hpo/hp.2024-08-13.json.gz'));
  const { diseases } = await readAnnotations(join(folder, 'hpo/phenotype.hpoa.gz'), hpo);
  const cohorts = new Set(all.map(({ cohort }) => cohort)).size;
  console.log(`Редакции: ${JSON.stringify(source.editions)}; болезней ${source.candidates.length}`);
  console.log(
    `Больных ${all.length} из ${cohorts} когорт (не больше 20 на болезнь), болезнь есть в указателе у ${known.length}, точно равная сущность Orphanet у ${equal.length}`,
  );
  return {
    source,
    index,
    /** Annotations by OMIM number. */
    diseases,
    all,
    /** Patients whose disease is a candidate. */
    known,
    equal,
    /** Rank of the right disease by patient; `Infinity` if missing. */
    ranksBy: (method: Method, cases: readonly Case[], names = places) =>
      cases.map((patient) =>
        rankOf(
          method(patient),
          patient.right.flatMap((name) => names.get(name) ?? []),
        ),
      ),
    report(name: string, cases: readonly Case[], ranks: readonly number[]): Figure {
      const figure = figureOf(name, cases, ranks);
      console.log(lineOf(figure));
      return figure;
    },
  };
}

const placesIn = ({ source: { candidates } }: SignIndex) =>
  new Map(candidates.map((candidate, place) => [nameOf(candidate), place]));

/** Our method by subsets: certainty of the diagnosis, and without patients known to the annotations. */
function reportParts({ known, equal, diseases, report }: Trial, ranks: readonly number[]) {
  const of = (cases: readonly Case[]) => cases.map((patient) => ranks[known.indexOf(patient)]!);
  report('наш, только точно равные сущности', equal, of(equal));
  const fresh = known.filter(({ omim, paper }) => !diseases.get(omim)?.papers.has(paper));
  report('наш, без статей, по которым составлены аннотации', fresh, of(fresh));
}

/** Our method with other papers' patients added to the index. */
function reportOtherPapers({ source, all, known, ranksBy, report }: Trial): void {
  const other = withOtherPapers(source, all);
  const ranks = ranksBy(other.method, all, placesIn(other.index));
  report(
    'наш с больными других статей, болезни с признаками',
    known,
    known.map((patient) => ranks[all.indexOf(patient)]!),
  );
  report('наш с больными других статей, все больные', all, ranks);
}

/** The methods with fewer signs. */
function reportPoorer({ index, known, ranksBy, report }: Trial): void {
  for (const count of [5, 3]) {
    const fewer = known.map((patient, place) => sampleSigns(patient, count, place));
    report(`наш, ${count} случайных признаков`, known, ranksBy(ours(index), fewer));
  }
  const vague = known.map((patient) => vaguer(patient, index));
  report('равные подписи, на шаг общее', known, ranksBy(equalLabels(index), vague));
  report('сумма Резника, на шаг общее', known, ranksBy(resnik(index), vague));
  report('наш, на шаг общее', known, ranksBy(ours(index), vague));
}

function reportTimes({ index, known }: Trial): void {
  const times = known.map((patient) => {
    const begun = process.cpuUsage();
    rank(patient, index);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  });
  times.sort((one, another) => one - another);
  console.log(
    `Время на больного (процессор): середина ${times[times.length >> 1]!.toFixed(1)} мс, p95 ${times[Math.floor(times.length * 0.95)]!.toFixed(1)} мс`,
  );
}

interface Share {
  share: number;
  from: number;
  to: number;
}
interface Figure {
  name: string;
  count: number;
  first: Share;
  three: Share;
  ten: Share;
  middle: number;
}

function figureOf(name: string, cases: readonly Case[], ranks: readonly number[]): Figure {
  const within = (limit: number) =>
    shareOf(
      cases,
      ranks.map((rank) => (rank <= limit ? 100 : 0)),
    );
  const sorted = ranks.toSorted((one, other) => one - other);
  return {
    name,
    count: cases.length,
    first: within(1),
    three: within(3),
    ten: within(10),
    middle: sorted[sorted.length >> 1]!,
  };
}

const differenceOf = (cases: readonly Case[], one: readonly number[], other: readonly number[]) => {
  const within = (limit: number) =>
    shareOf(
      cases,
      one.map((rank, place) => (rank <= limit ? 100 : 0) - (other[place]! <= limit ? 100 : 0)),
    );
  return { first: within(1), ten: within(10) };
};

/** Mean and 95 % interval, bootstrapped by cohort, since its patients are similar. */
function shareOf(cases: readonly Case[], values: readonly number[]): Share {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [place, { cohort }] of cases.entries()) {
    const known = sums.get(cohort) ?? { sum: 0, count: 0 };
    sums.set(cohort, { sum: known.sum + values[place]!, count: known.count + 1 });
  }
  const cohorts = [...sums.values()];
  const roll = dice(18);
  const means = Array.from({ length: 1000 }, () => {
    let sum = 0;
    let count = 0;
    for (let draw = 0; draw < cohorts.length; draw++) {
      const drawn = cohorts[Math.floor(roll() * cohorts.length)]!;
      sum += drawn.sum;
      count += drawn.count;
    }
    return sum / count;
  }).toSorted((one, other) => one - other);
  const whole = values.reduce((sum, value) => sum + value, 0);
  return { share: whole / values.length, from: means[25]!, to: means[974]! };
}

/** Random present signs; absent ones are dropped. */
function sampleSigns(patient: Case, count: number, seed: number): Case {
  const roll = dice(seed);
  const drawn = patient.present
    .map((sign) => ({ sign, lot: roll() }))
    .toSorted((one, other) => one.lot - other.lot);
  return { ...patient, present: drawn.slice(0, count).map(({ sign }) => sign), absent: [] };
}

/** Why signs do not lead to the diagnosis: the first reason would be an error of the join. */
function reasonsOf(cases: readonly Case[], diseases: Annotations['diseases']): string {
  const reasons = Map.groupBy(cases, ({ omim, right: [first = ''] }) => {
    if ((diseases.get(omim)?.signs.size ?? 0) >= fewest) return 'список есть, а в указатель не вошёл';
    return first.startsWith('ORPHA:')
      ? 'сущность Orphanet без признаков, номера нет в аннотациях'
      : 'только номер OMIM, новее аннотаций или без признаков в них';
  });
  const numbers = (some: readonly Case[]) => new Set(some.map(({ omim }) => omim)).size;
  return [...reasons]
    .map(([reason, some]) => `${reason} — ${some.length} (болезней ${numbers(some)})`)
    .join('; ');
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const spanOf = ({ share, from, to }: Share) => `${share.toFixed(1)} (${from.toFixed(1)}–${to.toFixed(1)})`;
const textOf = ({ first, ten }: Figure) => `первым ${spanOf(first)} %, в десяти ${spanOf(ten)} %`;
const lineOf = ({ name, count, first, three, ten, middle }: Figure) =>
  `  ${name.padEnd(52)} n ${String(count).padStart(4)}  1: ${spanOf(first).padEnd(18)} 3: ${three.share.toFixed(1)}  10: ${spanOf(ten).padEnd(18)} середина ${middle}`;
