import type { inheritance } from '#domain/vocabularies.ts';

type Inheritance = keyof typeof inheritance;
type Status = 'affected' | 'carrier' | 'free';

interface Person {
  sex: 'male' | 'female';
  status: Status;
  x: number;
  y: number;
}

interface Pedigree {
  mode: Inheritance;
  parents: [Person, Person];
  children: Person[];
  /** Words under the children: share and what it means. */
  captions: { x: number; text: string }[];
  /** The same as a sentence. */
  words: string;
}

/** Side of a square, diameter of a circle. */
const size = 22;
const parentsY = 18;
const childrenY = 70;
const parentsX = [110, 190] as const;
const childrenX = [52, 117, 183, 248] as const;

type Family = {
  father: Status;
  mother: Status;
  /** From left to right: m/f and status. */
  children: readonly (readonly ['male' | 'female', Status])[];
  captions: readonly (readonly [x: number, text: string])[];
  words: string;
};

const families: Partial<Record<Inheritance, Family>> = {
  'autosomal-recessive': {
    father: 'carrier',
    mother: 'carrier',
    children: [
      ['female', 'free'],
      ['male', 'carrier'],
      ['female', 'carrier'],
      ['male', 'affected'],
    ],
    captions: [
      [52, '25 % здоровы'],
      [150, '50 % носители'],
      [248, '25 % больны'],
    ],
    words:
      'Оба родителя — носители. При каждой беременности: 25 % — ребёнок болен, 50 % — здоровый носитель, 25 % — не унаследовал вариант.',
  },
  'autosomal-dominant': {
    father: 'affected',
    mother: 'free',
    children: [
      ['female', 'free'],
      ['male', 'free'],
      ['female', 'affected'],
      ['male', 'affected'],
    ],
    captions: [
      [84, '50 % здоровы'],
      [216, '50 % унаследуют'],
    ],
    words:
      'Болен один из родителей. При каждой беременности 50 % — ребёнок унаследует вариант, независимо от пола.',
  },
  'semi-dominant': {
    father: 'carrier',
    mother: 'carrier',
    children: [
      ['female', 'free'],
      ['male', 'carrier'],
      ['female', 'carrier'],
      ['male', 'affected'],
    ],
    captions: [
      [52, '25 % здоровы'],
      [150, '50 % мягче'],
      [248, '25 % тяжелее'],
    ],
    words:
      'У обоих родителей одна копия варианта. При каждой беременности: 25 % — две копии и более тяжёлое течение, 50 % — одна копия и более мягкое, 25 % — ни одной.',
  },
  'x-linked-recessive': {
    father: 'free',
    mother: 'carrier',
    children: [
      ['female', 'free'],
      ['female', 'carrier'],
      ['male', 'free'],
      ['male', 'affected'],
    ],
    captions: [
      [84, '½ дочерей — носители'],
      [216, '½ сыновей больны'],
    ],
    words: 'Мать — носительница. Половина сыновей больна, половина дочерей — носительницы.',
  },
  'x-linked-dominant': {
    father: 'free',
    mother: 'affected',
    children: [
      ['female', 'free'],
      ['female', 'affected'],
      ['male', 'free'],
      ['male', 'affected'],
    ],
    captions: [
      [84, '½ дочерей'],
      [216, '½ сыновей'],
    ],
    words:
      'Больна мать: вариант унаследует половина дочерей и половина сыновей. Больной отец передаёт его всем дочерям и ни одному сыну.',
  },
  'y-linked': {
    father: 'affected',
    mother: 'free',
    children: [
      ['female', 'free'],
      ['female', 'free'],
      ['male', 'affected'],
      ['male', 'affected'],
    ],
    captions: [
      [84, 'дочери здоровы'],
      [216, 'все сыновья'],
    ],
    words: 'Передаётся от отца всем сыновьям и ни одной дочери.',
  },
  mitochondrial: {
    father: 'free',
    mother: 'affected',
    children: [
      ['female', 'affected'],
      ['male', 'affected'],
      ['female', 'affected'],
      ['male', 'affected'],
    ],
    captions: [[150, 'передаёт только мать']],
    words:
      'Передаётся только от матери и может достаться всем детям; тяжесть у них различается. Отец вариант не передаёт.',
  },
};

/**
 * The family of a disease that is inherited in one way. Of several ways none is the family's own, and its shares would
 * be read as such; modes such as «многофакторное» have no picture at all.
 */
export function pedigreeOf(modes: readonly Inheritance[]): Pedigree | undefined {
  const known = modes.filter((one) => one !== 'unknown');
  const mode = known.length === 1 ? known[0] : undefined;
  const family = mode && families[mode];
  if (!family) return undefined;
  return {
    mode,
    parents: [
      { sex: 'male', status: family.father, x: parentsX[0], y: parentsY },
      { sex: 'female', status: family.mother, x: parentsX[1], y: parentsY },
    ],
    children: family.children.map(([sex, status], index) => ({
      sex,
      status,
      x: childrenX[index] ?? 0,
      y: childrenY,
    })),
    captions: family.captions.map(([x, text]) => ({ x, text })),
    words: family.words,
  };
}

/** A person's outline and filling as SVG paths: squares are male, circles female, a half is a carrier. */
export function outlineOf({ sex, x, y }: Person): string {
  const half = size / 2;
  return sex === 'male'
    ? `M${x - half} ${y - half}h${size}v${size}h-${size}z`
    : `M${x} ${y - half - 1}a12 12 0 0 0 0 24a12 12 0 0 0 0-24z`;
}

export function fillingOf(person: Person): string | undefined {
  const { sex, status, x, y } = person;
  if (status === 'free') return undefined;
  if (status === 'affected') return outlineOf(person);
  const half = size / 2;
  return sex === 'male'
    ? `M${x - half} ${y - half}h${half}v${size}h-${half}z`
    : `M${x} ${y - half - 1}a12 12 0 0 0 0 24z`;
}

/** Lines between the parents and down to each child. */
export function linesOf({ parents: [father, mother], children }: Pedigree): string {
  const middle = (father.x + mother.x) / 2;
  const rail = 48;
  const first = children[0]?.x ?? middle;
  const last = children.at(-1)?.x ?? middle;
  const drops = children.map(({ x }) => `M${x} ${rail}V58`).join('');
  return `M${father.x + 11} ${father.y}H${mother.x - 12}M${middle} ${father.y}V${rail}M${first} ${rail}H${last}${drops}`;
}
