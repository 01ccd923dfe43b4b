/** Length and centromere of each human chromosome in millions of bases (assembly GRCh38, UCSC cytogenetic bands). */
const chromosomes: Readonly<Record<string, readonly [length: number, centromere: number]>> = {
  '1': [249, 123.4],
  '2': [242.2, 93.9],
  '3': [198.3, 90.9],
  '4': [190.2, 50],
  '5': [181.5, 48.8],
  '6': [170.8, 59.8],
  '7': [159.3, 60.1],
  '8': [145.1, 45.2],
  '9': [138.4, 43],
  '10': [133.8, 39.8],
  '11': [135.1, 53.4],
  '12': [133.3, 35.5],
  '13': [114.4, 17.7],
  '14': [107, 17.2],
  '15': [102, 19],
  '16': [90.3, 36.8],
  '17': [83.3, 25.1],
  '18': [80.4, 18.5],
  '19': [58.6, 26.2],
  '20': [64.4, 28.1],
  '21': [46.7, 12],
  '22': [50.8, 15],
  X: [156, 61],
  Y: [57.2, 10.4],
};

export interface Chromosome {
  name: string;
  arm: 'p' | 'q' | undefined;
  /** Widths of the two arms on a field of 296, the longest chromosome filling it. */
  short: number;
  long: number;
}

const field = 292;
const longest = 249;

/** The chromosome and arm that a locus such as «1q22» or «Xp21.2-p21.1» names; mitochondrial and unknown loci have none. */
export function chromosomeOf(locus: string | undefined): Chromosome | undefined {
  const found = /^(\d{1,2}|X|Y)\s*(p|q|cen)?/.exec(locus?.trim() ?? '');
  const name = found?.[1];
  const sizes = name ? chromosomes[name] : undefined;
  if (!name || !sizes) return undefined;
  const [length, centromere] = sizes;
  const arm = found[2] === 'p' || found[2] === 'q' ? found[2] : undefined;
  return {
    name,
    arm,
    short: Math.round((centromere / longest) * field),
    long: Math.round(((length - centromere) / longest) * field),
  };
}

/** «Хромосома 1, длинное плечо, 1q22», the words under the picture. */
export function sayLocus(locus: string): string {
  const chromosome = chromosomeOf(locus);
  if (!chromosome) return locus;
  const arm = chromosome.arm === 'p' ? ', короткое плечо' : chromosome.arm === 'q' ? ', длинное плечо' : '';
  return `Хромосома ${chromosome.name}${arm}, ${locus}`;
}
