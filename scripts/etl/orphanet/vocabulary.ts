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

/** A closed list of Orphanet, whose values are recognised by their English labels. */
class List<Code extends string> {
  readonly #entries: readonly (readonly [code: Code, label: RegExp])[];
  constructor(entries: readonly (readonly [code: Code, label: RegExp])[]) {
    this.#entries = entries;
  }
  find(label: string | undefined): Code | undefined {
    const text = label?.trim() ?? '';
    return this.#entries.find(([, pattern]) => pattern.test(text))?.[0];
  }
}

export const disorderTypes = new List<DisorderType>([
  ['disease', /^disease$/i],
  ['malformation-syndrome', /^malformation syndrome/i],
  ['biological-anomaly', /^biological anomaly/i],
  ['morphological-anomaly', /^morphological anomaly/i],
  ['clinical-syndrome', /^clinical syndrome/i],
  ['particular-situation', /^particular clinical situation/i],
  ['clinical-group', /^clinical group/i],
  ['etiological-subtype', /^etiological subtype/i],
  ['clinical-subtype', /^clinical subtype/i],
  ['histopathological-subtype', /^histopathological subtype/i],
  ['category', /^category$/i],
]);

export const inheritances = new List<Inheritance>([
  ['autosomal-dominant', /^autosomal dominant/i],
  ['autosomal-recessive', /^autosomal recessive/i],
  ['x-linked-dominant', /^x-linked dominant/i],
  ['x-linked-recessive', /^x-linked recessive/i],
  ['y-linked', /^y-linked/i],
  ['semi-dominant', /^semi-dominant/i],
  ['mitochondrial', /^mitochondrial/i],
  ['multifactorial', /^multigenic/i],
  ['oligogenic', /^oligogenic/i],
  ['not-applicable', /^not applicable/i],
  ['unknown', /^unknown/i],
]);

export const onsets = new List<Onset>([
  ['antenatal', /^antenatal/i],
  ['neonatal', /^neonatal/i],
  ['infancy', /^infancy/i],
  ['childhood', /^childhood/i],
  ['adolescent', /^adolescent/i],
  ['adult', /^adult/i],
  ['elderly', /^elderly/i],
  ['any', /^all ages/i],
]);

/** Percentages are the same in all languages. */
export const frequencies = new List<Frequency>([
  ['obligate', /^obligate|\(100\s?%\)/i],
  ['very-frequent', /^very frequent|99-80\s?%/i],
  ['frequent', /^frequent|79-30\s?%/i],
  ['occasional', /^occasional|29-5\s?%/i],
  ['very-rare', /^very rare|<\s?4-1\s?%/i],
  ['excluded', /^excluded|\(0\s?%\)/i],
]);

export const prevalenceTypes = new List<Prevalence['type']>([
  ['point', /^point prevalence/i],
  ['incidence', /^annual incidence/i],
  ['birth', /^prevalence at birth/i],
  ['lifetime', /^lifetime prevalence/i],
  ['cases', /^cases\/families/i],
]);

export const prevalenceClasses = new List<NonNullable<Prevalence['class']>>([
  ['over-1-1000', /^>\s?1 ?\/ ?1 ?000$/],
  ['6-9-10000', /^6-9 ?\/ ?10 000$/],
  ['1-5-10000', /^1-5 ?\/ ?10 000$/],
  ['1-9-100000', /^1-9 ?\/ ?100 000$/],
  ['1-9-1000000', /^1-9 ?\/ ?1 000 000$/],
  ['under-1-1000000', /^<\s?1 ?\/ ?1 000 000$/],
]);

/** Unit of type `cases`: patients or families. */
export const prevalenceUnits = new List<NonNullable<Prevalence['unit']>>([
  ['cases', /^case\(s\)/i],
  ['families', /^family\(ies\)/i],
]);

const relations: readonly (readonly [start: RegExp, relation: Relation])[] = [
  [/^E\b/, 'exact'],
  [/^NTBT\b/, 'narrower'],
  [/^BTNT\b/, 'broader'],
];
/** Relation of an Orphanet entity to another code. */
export const relationOf = (label: string | undefined): Relation =>
  relations.find(([start]) => start.test(label?.trim() ?? ''))?.[1] ?? 'unknown';

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
export const genePartOf = (label: string | undefined): GenePart | undefined =>
  geneParts.find(([, pattern]) => pattern.test(label?.trim() ?? ''))?.[0];

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
