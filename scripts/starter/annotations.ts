import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Hpo } from './hpo.ts';

/** HPO annotations of an OMIM disease. */
export interface Annotated {
  /** Sign → share of patients. */
  signs: Map<number, number>;
  /** HPO numbers of inheritance and onset. */
  inheritance: string[];
  onset: string[];
  /** Annotated papers: `PMID:…`. */
  papers: Set<string>;
}

export interface Annotations {
  release: string;
  /** OMIM number → annotations. */
  diseases: Map<string, Annotated>;
}

/** For signs without a frequency. */
const unknownShare = 0.5;
const classes: Readonly<Record<string, number>> = {
  'HP:0040280': 0.98,
  'HP:0040281': 0.9,
  'HP:0040282': 0.55,
  'HP:0040283': 0.17,
  'HP:0040284': 0.025,
  'HP:0040285': 0,
};
/** Half a patient with and half without: «1 of 1» is not «always». */
const doubt = 0.5;

/** phenotype.hpoa: papers on one sign are counted together; excluded signs are left out. */
export async function readAnnotations(file: string, hpo: Hpo): Promise<Annotations> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n');
  const diseases = new Map<string, Annotated>();
  const counts = new Map<string, { had: number; of: number; share: number }>();
  for (const line of lines) {
    const [id = '', , qualifier, term = '', reference = '', , , frequency = '', , , aspect] =
      line.split('\t');
    if (!id.startsWith('OMIM:')) continue;
    const omim = id.slice('OMIM:'.length);
    const disease: Annotated = diseases.get(omim) ?? {
      signs: new Map(),
      inheritance: [],
      onset: [],
      papers: new Set(),
    };
    diseases.set(omim, disease);
    if (reference.startsWith('PMID:')) disease.papers.add(reference);
    if (aspect === 'I') disease.inheritance.push(term);
    if (aspect === 'C') disease.onset.push(term);
    const sign = aspect === 'P' ? hpo.find(term) : undefined;
    if (sign === undefined) continue;
    const key = `${omim} ${sign}`;
    const count = counts.get(key) ?? { had: 0, of: 0, share: 0 };
    counts.set(key, count);
    const [, had, of] = /^(\d+)\/(\d+)$/.exec(frequency) ?? [];
    if (had !== undefined && of !== undefined) {
      count.had += Number(had);
      count.of += Number(of);
    } else count.share = Math.max(count.share, qualifier === 'NOT' ? 0 : shareOf(frequency));
    disease.signs.set(sign, count.of > 0 ? (count.had + doubt) / (count.of + 2 * doubt) : count.share);
    if (count.of > 0 && count.had === 0) disease.signs.set(sign, 0);
  }
  for (const { signs } of diseases.values())
    for (const [sign, share] of signs) if (share === 0) signs.delete(sign);
  const release = lines.find((line) => line.startsWith('#date: '))?.slice('#date: '.length) ?? '';
  return { release: release.trim(), diseases };
}

function shareOf(frequency: string): number {
  const [, percent] = /^([\d.]+)%$/.exec(frequency) ?? [];
  return percent === undefined ? (classes[frequency] ?? unknownShare) : Number(percent) / 100;
}
