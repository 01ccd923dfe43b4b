import { counted } from './plural.ts';
import type { geneRole, geneValidity } from './vocabularies.ts';

/** Fields of a gene that determine its weight for a disease. */
export interface WeighedGene {
  symbol: string;
  role?: keyof typeof geneRole | undefined;
  validity?: keyof typeof geneValidity | undefined;
  /** Per cent of patients explained by the gene. */
  share?: number | undefined;
}

/** From this share on a gene explains most patients. */
const majority = 50;

/** Causes first, then risk factors and modifiers; markers last. */
const roleOrder: Readonly<Record<keyof typeof geneRole, number>> = {
  causal: 0,
  'loss-of-function': 0,
  'gain-of-function': 0,
  fusion: 0,
  susceptibility: 1,
  modifying: 2,
  role: 2,
  candidate: 3,
  biomarker: 3,
};

/** Genes not reviewed by ClinGen rank with confirmed ones: only a verdict lowers a gene. */
const doubt: Readonly<Record<keyof typeof geneValidity, number>> = {
  definitive: 0,
  strong: 1,
  moderate: 2,
  limited: 3,
  disputed: 4,
  refuted: 5,
};

const roleOf = ({ role }: WeighedGene) => (role ? roleOrder[role] : 0);
const doubtOf = ({ validity }: WeighedGene) => (validity ? doubt[validity] : 0);

/**
 * Genes that a short list may name: all where they fit in `limit`; of more, those with a share of patients, or those
 * that ClinGen confirmed; none where nothing tells which matter most. One confirmed gene among unreviewed ones tells
 * nothing: of achromatopsia ClinGen reviewed the rarest alone.
 */
export function namedGenes<G extends WeighedGene>(ordered: readonly G[], limit: number): readonly G[] {
  if (ordered.length <= limit) return ordered;
  const known = ordered.filter(
    ({ share, validity }) => share !== undefined || validity === 'definitive' || validity === 'strong',
  );
  const [only] = known;
  const isReviewed = ordered.every(({ share, validity }) => share !== undefined || validity);
  if (known.length === 1 && only!.share === undefined && !isReviewed) return [];
  return known.length <= limit ? known : [];
}

/**
 * The gene beside the title: the leading one, two of several equals, or their number. `all` are all symbols, for
 * copying.
 */
export function formatGenes(
  genes: readonly WeighedGene[],
  /** Whether editors have put the genes in order. */
  isOrdered = false,
): { title: string; text: string; all: string } | undefined {
  const { lead, ordered } = weighGenes(genes);
  if (lead) return { title: 'ген', text: lead.symbol, all: lead.symbol };
  const [first] = ordered;
  if (!first) return undefined;
  const rivals = ordered.filter((gene) => roleOf(gene) === roleOf(first) && doubtOf(gene) < doubt.disputed);
  const all = rivals.map(({ symbol }) => symbol).join(', ');
  const named = isOrdered ? rivals.slice(0, 2) : namedGenes(rivals, 2);
  if (named.length === 0)
    return { title: 'причина', text: `один из ${counted(rivals.length, ['гена', 'генов', 'генов'])}`, all };
  const more = rivals.length > named.length ? ` и ещё ${rivals.length - named.length}` : '';
  return { title: 'гены', text: `${named.map(({ symbol }) => symbol).join(', ')}${more}`, all };
}

/** Splits genes into those of the strongest role and those that only predispose or modify. */
export function splitGenes<G extends WeighedGene>(ordered: readonly G[]): { causes: G[]; others: G[] } {
  const [first] = ordered;
  const isCause = (gene: G) => first !== undefined && roleOf(gene) === roleOf(first);
  return { causes: ordered.filter(isCause), others: ordered.filter((gene) => !isCause(gene)) };
}

/**
 * Genes by weight (role, share, validity, then record order), unique by symbol. `lead` explains most patients
 * or is the best confirmed; undefined on a tie.
 */
export function weighGenes<G extends WeighedGene>(genes: readonly G[]): { lead?: G; ordered: G[] } {
  const ordered = genes
    .toSorted((a, b) => roleOf(a) - roleOf(b) || (b.share ?? 0) - (a.share ?? 0) || doubtOf(a) - doubtOf(b))
    .filter((gene, at, all) => all.findIndex(({ symbol }) => symbol === gene.symbol) === at);
  const [first, second] = ordered;
  if (!first) return { ordered };
  const isAlone = !second || roleOf(first) < roleOf(second);
  const leads = isAlone || (first.share ?? 0) >= majority || isBetterFounded(first, second);
  return leads ? { lead: first, ordered } : { ordered };
}

const isBetterFounded = (first: WeighedGene, second: WeighedGene) =>
  first.share === undefined && second.share === undefined && doubtOf(first) < doubtOf(second);
