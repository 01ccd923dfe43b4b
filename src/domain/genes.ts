import type { geneRole, geneValidity } from './vocabularies.ts';

/** What is asked of a gene to say how much it matters to a disease. */
export interface WeighedGene {
  symbol: string;
  role?: keyof typeof geneRole | undefined;
  validity?: keyof typeof geneValidity | undefined;
  /** Share of the patients whose disease it explains, per cent. */
  share?: number | undefined;
}

/** From here on a gene explains the disease of most patients, whatever the others do. */
const majority = 50;

/** Causes first, then what disposes to a disease or changes its course; the last ones only accompany it. */
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

/** A gene that ClinGen has not looked at is no worse than one it finds proven: only a verdict weakens a link. */
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
 * The gene that a page names beside the title: the one that leads, or the first two of those among which nothing decides.
 * `all` are their symbols, for copying.
 */
export function formatGenes(
  genes: readonly WeighedGene[],
): { title: string; text: string; all: string } | undefined {
  const { lead, ordered } = weighGenes(genes);
  if (lead) return { title: 'ген', text: lead.symbol, all: lead.symbol };
  const [first] = ordered;
  if (!first) return undefined;
  const rivals = ordered
    .filter((gene) => roleOf(gene) === roleOf(first) && doubtOf(gene) < doubt.disputed)
    .map(({ symbol }) => symbol);
  const more = rivals.length > 2 ? ` и ещё ${rivals.length - 2}` : '';
  return { title: 'гены', text: `${rivals.slice(0, 2).join(', ')}${more}`, all: rivals.join(', ') };
}

/** The genes in two parts: those of the weightiest role there is, and those that only dispose to the disease or change its course. */
export function splitGenes<G extends WeighedGene>(ordered: readonly G[]): { causes: G[]; others: G[] } {
  const [first] = ordered;
  const isCause = (gene: G) => first !== undefined && roleOf(gene) === roleOf(first);
  return { causes: ordered.filter(isCause), others: ordered.filter((gene) => !isCause(gene)) };
}

/**
 * The genes of a disease by weight (role, share of patients, validity, and then as the record has them), each symbol
 * once. `lead` is the one to be named alone: it explains the disease of most patients, or no other is as well founded;
 * where nothing decides there is none.
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
