import type { RecordOf, kindsByName } from '#domain/kinds/index.ts';

type Disease = RecordOf<(typeof kindsByName)['disease']>;
type DisorderType = Disease['type'];
type Inheritance = Disease['inheritance'][number];
type Onset = Disease['onset'][number];
type Prevalence = Disease['prevalence'][number];
type Gene = Disease['genes'][number];
type Frequency = NonNullable<Disease['signs'][number]['frequency']>;
type Relation = Disease['omim'][number]['relation'];

/** Orphanet's spellings of a missing value. */
const missing = new Set(['', 'no data', 'no data available', 'not yet documented', 'unknown source', 'null']);

export function nonEmptyText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return missing.has(text.toLowerCase()) ? undefined : text;
}

/**
 * A closed list of Orphanet. Values are recognised by label, English (all that packets have) or Russian, or
 * by the number in XML, which is the same in all languages. The label wins, because other producers use their
 * own numbers. Only numbers seen in Orphanet's files are listed.
 */
class List<Code extends string> {
  readonly #entries: readonly (readonly [Code, RegExp, string?])[];
  constructor(entries: readonly (readonly [code: Code, label: RegExp, id?: string])[]) {
    this.#entries = entries;
  }
  find(label: string | undefined, id?: string): Code | undefined {
    const text = label?.trim() ?? '';
    const found =
      this.#entries.find(([, pattern]) => pattern.test(text)) ??
      this.#entries.find(([, , number]) => number !== undefined && number === id);
    return found?.[0];
  }
}

export const disorderTypes = new List<DisorderType>([
  ['disease', /^(disease|заболевание)$/i, '21394'],
  ['malformation-syndrome', /^(malformation syndrome|синдром врожд[её]нных пороков)/i, '21401'],
  ['biological-anomaly', /^(biological anomaly|биологическая аномалия)/i, '21408'],
  ['morphological-anomaly', /^(morphological anomaly|морфологическая аномалия)/i, '21415'],
  ['clinical-syndrome', /^(clinical syndrome|клинический синдром)/i, '21422'],
  ['particular-situation', /^(particular clinical situation|особая клиническая ситуация)/i, '21429'],
  ['clinical-group', /^(clinical group|клиническая группа)/i, '21436'],
  ['etiological-subtype', /^(etiological subtype|этиологический подтип)/i, '21443'],
  ['clinical-subtype', /^(clinical subtype|клинический подтип)/i, '21450'],
  ['histopathological-subtype', /^(histopathological subtype|гистопатологический подтип)/i, '21457'],
  ['category', /^(category|категория)$/i, '36561'],
]);

export const inheritances = new List<Inheritance>([
  ['autosomal-dominant', /^(autosomal dominant|аутосомно-доминантн)/i, '23410'],
  ['autosomal-recessive', /^(autosomal recessive|аутосомно-рецессивн)/i, '23417'],
  ['x-linked-dominant', /^(x-linked dominant|[xх]-сцепленн\p{L}* доминантн)/iu],
  ['x-linked-recessive', /^(x-linked recessive|[xх]-сцепленн\p{L}* рецессивн)/iu],
  ['y-linked', /^(y-linked|y-сцепленн)/i, '23473'],
  ['semi-dominant', /^(semi-dominant|полудоминантн)/i],
  ['mitochondrial', /^(mitochondrial|митохондриальн)/i],
  ['multifactorial', /^(multigenic|мультигенн|полигенн)/i],
  ['oligogenic', /^(oligogenic|олигогенн)/i],
  ['not-applicable', /^(not applicable|не применимо)/i, '23494'],
  ['unknown', /^(unknown|неизвестн)/i],
]);

export const onsets = new List<Onset>([
  ['antenatal', /^(antenatal|пренатальн|антенатальн)/i, '23508'],
  ['neonatal', /^(neonatal|неонатальн)/i, '23515'],
  ['infancy', /^(infancy|младен)/i, '23522'],
  ['childhood', /^(childhood|детство|детский)/i, '23529'],
  ['adolescent', /^(adolescent|подростков)/i, '23536'],
  ['adult', /^(adult|взросл)/i, '23543'],
  ['elderly', /^(elderly|пожил)/i, '23550'],
  ['any', /^(all ages|все возраст|любой возраст|в любом возраст)/i],
]);

/** Percentages are the same in all languages. */
export const frequencies = new List<Frequency>([
  ['obligate', /^obligate|\(100\s?%\)/i],
  ['very-frequent', /^very frequent|99-80\s?%/i, '28412'],
  ['frequent', /^frequent|79-30\s?%/i],
  ['occasional', /^occasional|29-5\s?%/i],
  ['very-rare', /^very rare|<\s?4-1\s?%/i],
  ['excluded', /^excluded|\(0\s?%\)/i],
]);

export const prevalenceTypes = new List<Prevalence['type']>([
  ['point', /^(point prevalence|точечн)/i, '23669'],
  ['incidence', /^(annual incidence|.*заболеваемост)/i],
  ['birth', /^(prevalence at birth|.*при рождении)/i, '23683'],
  ['lifetime', /^(lifetime prevalence|.*в течение жизни)/i],
  ['cases', /^(cases\/families|случа)/i, '23697'],
]);

export const prevalenceClasses = new List<NonNullable<Prevalence['class']>>([
  ['over-1-1000', /^>\s?1 ?\/ ?1 ?000$/],
  ['6-9-10000', /^6-9 ?\/ ?10 000$/],
  ['1-5-10000', /^1-5 ?\/ ?10 000$/, '23732'],
  ['1-9-100000', /^1-9 ?\/ ?100 000$/, '23746'],
  ['1-9-1000000', /^1-9 ?\/ ?1 000 000$/, '23739'],
  ['under-1-1000000', /^<\s?1 ?\/ ?1 000 000$/, '23760'],
]);

/** Unit of type `cases`: patients or families. */
export const prevalenceUnits = new List<NonNullable<Prevalence['unit']>>([
  ['cases', /^(case\(s\)|случа)/i],
  ['families', /^(family\(ies\)|сем)/i],
]);

const relations: readonly (readonly [start: RegExp, relation: Relation])[] = [
  [/^(E|Точн)\b/u, 'exact'],
  [/^(NTBT|УШ)(?!\p{L})/u, 'narrower'],
  [/^(BTNT|ШУ)(?!\p{L})/u, 'broader'],
];
const relationsById: Readonly<Record<string, Relation>> = {
  21527: 'exact',
  21534: 'narrower',
  21541: 'broader',
};

/** Relation of an Orphanet entity to another code. */
export function relationOf(label: string | undefined, id?: string): Relation {
  const found = relations.find(([start]) => start.test(label?.trim() ?? ''));
  return (
    found?.[1] ??
    (id !== undefined && Object.hasOwn(relationsById, id) ? relationsById[id] : undefined) ??
    'unknown'
  );
}

type GenePart = { role: NonNullable<Gene['role']>; origin?: NonNullable<Gene['origin']> };
const geneParts: readonly (readonly [GenePart, RegExp])[] = [
  [{ role: 'loss-of-function', origin: 'germline' }, /germline mutation\(s\) \(loss of function\)/i],
  [{ role: 'gain-of-function', origin: 'germline' }, /germline mutation\(s\) \(gain of function\)/i],
  [{ role: 'causal', origin: 'germline' }, /^disease-causing germline/i],
  [{ role: 'causal', origin: 'somatic' }, /^disease-causing somatic/i],
  [{ role: 'modifying', origin: 'germline' }, /^modifying germline/i],
  [{ role: 'modifying', origin: 'somatic' }, /^modifying somatic/i],
  [{ role: 'susceptibility' }, /^major susceptibility/i],
  [{ role: 'fusion' }, /^part of a fusion gene/i],
  [{ role: 'biomarker' }, /^biomarker tested/i],
  [{ role: 'candidate' }, /^candidate gene tested/i],
  [{ role: 'role' }, /^role in the phenotype/i],
];

/** Role of a gene in a disease, and cell type. */
export function genePartOf(label: string | undefined, id?: string): GenePart | undefined {
  const found = geneParts.find(([, pattern]) => pattern.test(label?.trim() ?? ''));
  return found?.[0] ?? (id === '17949' ? { role: 'causal', origin: 'germline' } : undefined);
}

const characterEntities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Removes Orphanet's tags and character references. */
export function stripMarkup(text: string): string {
  return text
    .replace(/<\/?(?:i|b|u|em|sub|sup|strong|br|p)\b[^<>]{0,20}>/gi, '')
    .replace(/<i</gi, '')
    .replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (typeof name === 'string') return characterEntities[name.toLowerCase()] ?? whole;
      const code =
        typeof decimal === 'string' ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}
