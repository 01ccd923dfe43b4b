import { namedGenes, weighGenes, type WeighedGene } from '#domain/genes.ts';
import { counted, plural } from '#domain/plural.ts';
import { headline, formatPrevalence, type Prevalence } from './prevalence.ts';
import { isGroup } from '#domain/tier.ts';
import { lowered } from '#domain/typography.ts';
import { codes, disorderType, onset, type inheritance } from '#domain/vocabularies.ts';

const both = new Intl.ListFormat('ru');
const either = new Intl.ListFormat('ru', { type: 'disjunction' });

type Mode = keyof typeof inheritance;
type Onset = keyof typeof onset;
type Type = keyof typeof disorderType;
type Gene = WeighedGene & { origin?: 'germline' | 'somatic' | 'both' | undefined };

export interface Facts {
  type: Type;
  inheritance: readonly Mode[];
  onset: readonly Onset[];
  prevalence: readonly Prevalence[];
  genes: readonly Gene[];
}

/** Parent of a disease in the classification. */
export interface Parent {
  title: string;
  type?: Type | undefined;
  areas?: readonly string[] | undefined;
}

/**
 * Two or three Russian sentences from the facts of a record and its parent's title: what it is, frequency,
 * inheritance and genes, onset. Unknown facts are left out.
 */
export function summaryOf(facts: Facts, parent?: Parent): string[] {
  const rate = describeRate(facts.prevalence);
  const place = describePlace(facts.type, parent);
  return [
    [place ?? (rate && disorderType[facts.type]), rate],
    [describeInheritance(facts.inheritance), describeGenes(facts.genes)],
    [describeOnset(facts.onset)],
  ].flatMap((parts) => {
    const joined = parts.filter((part) => part !== undefined).join('; ');
    return joined ? [`${joined[0]!.toUpperCase()}${joined.slice(1)}.`] : [];
  });
}

/**
 * The parent to name: the disease of a subtype; otherwise one of the first area, clinical groups before
 * categories.
 */
export function nearestOf<P extends Parent>(
  { type, areas }: { type: Type; areas: readonly string[] },
  parents: readonly P[],
): P | undefined {
  const disease = type.endsWith('-subtype') && parents.find((one) => !isGroup(one.type));
  if (disease) return disease;
  const near = parents.filter((one) => one.areas?.[0] === areas[0]);
  const some = near.length > 0 ? near : parents;
  return some.find((one) => one.type === 'clinical-group') ?? some[0];
}

/** A quoted title with inner quotation marks. */
const quoted = (title: string) => `«${title.replaceAll('«', '„').replaceAll('»', '“')}»`;

/** A disease stands in many groups of Orphanet, none of which is preferred: only subtypes and groups name a parent. */
function describePlace(type: Type, parent: Parent | undefined): string | undefined {
  if (!parent) return undefined;
  if (!isGroup(parent.type)) return `${disorderType[type]}, основная запись — ${quoted(parent.title)}`;
  return isGroup(type) ? `${disorderType[type]} в составе группы ${quoted(parent.title)}` : undefined;
}

const rates = {
  point: 'распространённость',
  birth: 'распространённость при рождении',
  lifetime: 'распространённость в течение жизни',
  incidence: 'заболеваемость за год',
} as const;

function describeRate(prevalence: readonly Prevalence[]): string | undefined {
  const chosen = headline(prevalence);
  if (!chosen) return undefined;
  const { type, figure = 0, unit, place } = chosen;
  const isWorld = place === 'Весь мир';
  // Country names keep capitals.
  const where = isWorld ? '' : ` (${place === 'Отдельная популяция' ? lowered(place) : place})`;
  if (type !== 'cases')
    return `${rates[type]}${isWorld ? ' в мире' : ''} — ${formatPrevalence(chosen)}${where}`;
  if (figure === 0) return undefined;
  const isFamily = unit === 'families';
  const verb = plural(figure, [isFamily ? 'описана' : 'описан', 'описано', 'описано']);
  const count = counted(figure, isFamily ? ['семья', 'семьи', 'семей'] : ['случай', 'случая', 'случаев']);
  return `${verb} ${count}${where}`;
}

/** Agrees with «тип наследования». */
const modes: Readonly<Record<Exclude<Mode, 'not-applicable'>, string>> = {
  'autosomal-dominant': 'аутосомно-доминантный',
  'autosomal-recessive': 'аутосомно-рецессивный',
  'x-linked-dominant': 'X-сцепленный доминантный',
  'x-linked-recessive': 'X-сцепленный рецессивный',
  'y-linked': 'Y-сцепленный',
  'semi-dominant': 'полудоминантный',
  mitochondrial: 'митохондриальный',
  multifactorial: 'многофакторный',
  oligogenic: 'олигогенный',
  unknown: 'неизвестный',
};

function describeInheritance(found: readonly Mode[]): string | undefined {
  const inherited = found.filter((mode) => mode !== 'not-applicable');
  const isMarked = inherited.length < found.length;
  if (inherited.length === 0)
    return isMarked ? 'тип наследования к болезни не применим (по Orphanet)' : undefined;
  const phrase =
    inherited.length === 1 && inherited[0] === 'unknown'
      ? 'тип наследования неизвестен'
      : `тип наследования — ${either.format(inherited.map((mode) => modes[mode]))}`;
  return isMarked ? `${phrase}; в части случаев он не применим (по Orphanet)` : phrase;
}

const causes: readonly Gene['role'][] = ['causal', 'loss-of-function', 'gain-of-function'];
/** Symbols shown; the rest are counted. */
const maxGenes = 3;

/** Causal genes if any; links that ClinGen disputes or refutes are left out. */
function describeGenes(genes: readonly Gene[]): string | undefined {
  const { ordered } = weighGenes(
    genes.filter(({ validity }) => validity !== 'disputed' && validity !== 'refuted'),
  );
  const having = (roles: readonly Gene['role'][]) => ordered.filter(({ role }) => roles.includes(role));
  const causal = having(causes);
  if (causal.length > 0) {
    const changes = causal.every(({ origin }) => origin === 'somatic')
      ? 'соматические изменения'
      : 'изменения';
    const named = namedGenes(causal, maxGenes);
    if (named.length === 0) return `причина — ${changes} в одном из ${causal.length} генов`;
    const rest = causal.length - named.length;
    if (rest > 0)
      return `причина — ${changes} в ${named.length > 1 ? 'генах' : 'гене'} ${both.format(symbolsOf(named))} или в одном из ещё ${counted(rest, ['гена', 'генов', 'генов'])}`;
    return `причина — ${changes} в ${named.length > 1 ? 'генах' : 'гене'} ${both.format(symbolsOf(named))}`;
  }
  const disposing = having(['susceptibility']);
  if (disposing.length > 0)
    return `${disposing.length > 1 ? 'гены' : 'ген'} предрасположенности — ${namedOrCounted(disposing)}`;
  if (ordered.length === 0) return undefined;
  return `${ordered.length > 1 ? 'связанные гены' : 'связанный ген'} — ${namedOrCounted(ordered)}`;
}

const symbolsOf = (genes: readonly Gene[]) => genes.map(({ symbol }) => symbol);

function namedOrCounted(genes: readonly Gene[]): string {
  const named = namedGenes(genes, maxGenes);
  const rest = genes.length - named.length;
  if (rest === 0) return both.format(symbolsOf(named));
  return named.length > 0 ? `${symbolsOf(named).join(', ')} и ещё ${rest}` : `всего ${rest}`;
}

/** `of` follows «от» and «до»; consecutive adjectives share one noun. */
const ages: Readonly<Record<Exclude<Onset, 'any'>, { when: string; of: string; adjective?: string }>> = {
  antenatal: { when: 'до рождения', of: 'внутриутробного периода' },
  neonatal: { when: 'в период новорождённости', of: 'периода новорождённости' },
  infancy: { when: 'в младенчестве', of: 'младенчества' },
  childhood: { when: 'в детстве', of: 'детства' },
  adolescent: { when: 'в подростковом', of: 'подросткового', adjective: 'подростковом' },
  adult: { when: 'во взрослом', of: 'взрослого', adjective: 'взрослом' },
  elderly: { when: 'в пожилом', of: 'пожилого', adjective: 'пожилом' },
};

function describeOnset(found: readonly Onset[]): string | undefined {
  if (found.includes('any')) return 'начинается в любом возрасте';
  const order = codes(onset);
  const known = order.filter((one): one is Exclude<Onset, 'any'> => one !== 'any' && found.includes(one));
  const onsetAges = known.map((one) => ages[one]);
  const [first] = onsetAges;
  const last = onsetAges.at(-1);
  if (!first || !last) return undefined;
  const isRow = known.every(
    (one, at) => at === 0 || order.indexOf(one) === order.indexOf(known[at - 1]!) + 1,
  );
  if (isRow && known.length > 2)
    return `начинается в разном возрасте, от ${first.of} до ${last.of}${last.adjective ? ' возраста' : ''}`;
  // In order of age; adjectives come last.
  const words = onsetAges.map(({ when, adjective }, at) =>
    adjective && onsetAges[at - 1]?.adjective ? adjective : when,
  );
  return `начинается ${either.format(words)}${last.adjective ? ' возрасте' : ''}`;
}
