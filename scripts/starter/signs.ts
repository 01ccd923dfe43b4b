import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, zstdDecompressSync } from 'node:zlib';
import {
  inheritances,
  levelOf,
  onsets,
  packSigns,
  prevalences,
  type Candidate,
  type SignSource,
} from '../../src/domain/signs/pack.ts';
import { capitalized } from '../../src/domain/typography.ts';
import type { BaseHead, BaseLine } from '../../src/server/import/formats/base.ts';
import { readAnnotations, type Annotated } from './annotations.ts';
import { baseFile } from './base.ts';
import { readHpo, type Hpo } from './hpo.ts';
import { readHomes } from './omim.ts';
import { makeRarity } from './rarity.ts';
import { makeSystems } from './systems.ts';

/** Names of OMIM-only diseases: of OMIM itself only numbers may be used. */
const titlesFile = join(import.meta.dirname, '../../src/starter/signs-omim.tsv');
const signsFile = join(import.meta.dirname, '../../src/starter/signs.json.br');

/** Midpoints of Orphanet's frequency classes; «excluded» is no sign. */
const classes: Readonly<Record<string, number>> = {
  obligate: 0.98,
  'very-frequent': 0.9,
  frequent: 0.55,
  occasional: 0.17,
  'very-rare': 0.025,
};
/** A vaguer sign is redundant unless this much more frequent. */
const doubt = 0.1;
/** Minimum signs of an OMIM-only disease. */
const fewest = 3;

/** Builds the index of signs from the whole base and public data in `folder`, deterministically. */
export async function makeSigns(
  folder: string,
): Promise<{ candidates: number; links: number; bytes: number }> {
  const source = await gatherSigns(folder);
  const packed = Buffer.from(packSigns(source));
  const bytes = brotliCompressSync(packed, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
    },
  });
  await writeFile(signsFile, bytes);
  await writeFile(titlesFile, await titlesOf(source, folder));
  const links = source.candidates.flatMap(({ forms }) => forms).flatMap(({ signs }) => signs).length;
  return { candidates: source.candidates.length, links, bytes: bytes.length };
}

async function titlesOf({ candidates }: SignSource, folder: string): Promise<string> {
  const { mondoOf } = await readHomes([], join(folder, 'mappings'));
  const lines = candidates.flatMap(({ orpha, omim }) => {
    const named = orpha === undefined ? mondoOf(String(omim)) : undefined;
    return named ? [`${omim}\t${named.mondo}\t${capitalized(named.title)}\n`] : [];
  });
  return `omim\tmondo\ttitle_en\n${lines.join('')}`;
}

async function readEntities(): Promise<{ head: BaseHead; entities: BaseLine[] }> {
  const [head, ...entities] = zstdDecompressSync(await readFile(baseFile))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  return { head: head as BaseHead, entities: entities as BaseLine[] };
}

type Signs = ReadonlyMap<number, number>;

async function gatherSigns(folder: string): Promise<SignSource> {
  const { head, entities } = await readEntities();
  const hpo = await readHpo(join(folder, 'hpo/hp.2024-08-13.json.gz'));
  await makeSystems(hpo);
  await makeRarity(entities);
  const annotations = await readAnnotations(join(folder, 'hpo/phenotype.hpoa.gz'), hpo);
  const { homesOf, mondoOf } = await readHomes(entities, join(folder, 'mappings'));
  const forms = new Map<number, { omim: string; disease: Annotated }[]>();
  const alone: { omim: string; disease: Annotated }[] = [];
  for (const [omim, disease] of annotations.diseases) {
    if (disease.signs.size === 0) continue;
    const homes = homesOf(omim);
    for (const home of homes) forms.set(home, [...(forms.get(home) ?? []), { omim, disease }]);
    if (homes.length === 0 && disease.signs.size >= fewest && mondoOf(omim)) alone.push({ omim, disease });
  }
  const packets = head.sources.find(({ title }) => title === 'Orphadata: ORPHApackets');
  const terms = new Terms(hpo);
  const listed = entities
    .filter(({ type }) => type !== 'category' && type !== 'clinical-group')
    .flatMap((entity) => {
      const own = signsOf(entity, hpo);
      const known = (forms.get(entity.orpha) ?? []).toSorted((one, other) =>
        one.omim < other.omim ? -1 : 1,
      );
      const [only, ...more] = known;
      if (own.size === 0 && !only) return [];
      const lists =
        only && more.length === 0
          ? [{ signs: mergeSigns(own, only.disease.signs) }]
          : [
              ...(own.size > 0 ? [{ signs: own }] : []),
              ...known.map(({ omim, disease }) => ({ omim: Number(omim), signs: disease.signs })),
            ];
      const diseases = known.map(({ disease }) => disease);
      return [
        {
          orpha: entity.orpha,
          inheritance: placesOf(inheritances, entity.inheritance ?? diseases.flatMap(inheritanceOf)),
          onset: placesOf(onsets, entity.onset ?? diseases.flatMap(onsetOf)),
          ...prevalenceOf(entity),
          lists,
        },
      ];
    });
  const others = alone
    .map(({ omim, disease }) => ({
      omim: Number(omim),
      inheritance: placesOf(inheritances, inheritanceOf(disease)),
      onset: placesOf(onsets, onsetOf(disease)),
      lists: [{ signs: disease.signs }],
    }))
    .toSorted((one, other) => one.omim - other.omim);
  const all = [...listed, ...others];
  const trimmed = all.map(({ lists, ...candidate }) => ({
    ...candidate,
    lists: lists.map((list) => ({ ...list, signs: terms.withoutImplied(list.signs) })),
  }));
  for (const { lists } of trimmed) for (const { signs } of lists) terms.use(signs.keys());
  const places = terms.places();
  return {
    editions: { orphanet: packets?.date ?? head.date, hpo: hpo.release, annotations: annotations.release },
    terms: terms.listed(),
    moved: [...hpo.moved.keys()]
      .toSorted((one, other) => one - other)
      .flatMap((number) => {
        const place = places.get(hpo.find(`HP:${String(number).padStart(7, '0')}`) ?? 0);
        return place === undefined ? [] : [[number, place] as const];
      }),
    candidates: trimmed.map(({ lists, ...candidate }): Candidate => ({
      ...candidate,
      forms: lists.map(({ signs, ...form }) => ({
        ...form,
        signs: [...signs]
          .map(([sign, share]) => [places.get(sign)!, levelOf(share)] as const)
          .toSorted(([one], [other]) => one - other),
      })),
    })),
  };
}

function signsOf({ signs = {} }: BaseLine, hpo: Hpo): Map<number, number> {
  const found = new Map<number, number>();
  for (const [frequency, codes] of Object.entries(signs)) {
    const share = frequency === 'excluded' ? 0 : (classes[frequency] ?? 0.4);
    for (const code of codes) {
      const sign = hpo.find(code);
      if (sign !== undefined && share > 0) found.set(sign, Math.max(found.get(sign) ?? 0, share));
    }
  }
  return found;
}

/** Merges two sources: the mean where both list a sign. */
function mergeSigns(one: Signs, other: Signs): Map<number, number> {
  const both = new Map(one);
  for (const [sign, share] of other) {
    const known = both.get(sign);
    both.set(sign, known === undefined ? share : (known + share) / 2);
  }
  return both;
}

/** Signs in use with their ancestors. */
class Terms {
  #hpo: Hpo;
  #used = new Set<number>();
  #above = new Map<number, ReadonlySet<number>>();

  constructor(hpo: Hpo) {
    this.#hpo = hpo;
  }

  above(sign: number): ReadonlySet<number> {
    const known = this.#above.get(sign);
    if (known) return known;
    const found = new Set<number>();
    for (const parent of this.#hpo.parents.get(sign) ?? [])
      for (const one of [parent, ...this.above(parent)]) found.add(one);
    this.#above.set(sign, found);
    return found;
  }

  /** Drops signs implied by a more specific one at least as frequent. */
  withoutImplied(signs: Signs): Map<number, number> {
    const implied = new Set<number>();
    for (const [sign, share] of signs)
      for (const upper of this.above(sign)) if ((signs.get(upper) ?? 2) <= share + doubt) implied.add(upper);
    return new Map([...signs].filter(([sign]) => !implied.has(sign)));
  }

  use(signs: Iterable<number>): void {
    for (const sign of signs) {
      this.#used.add(sign);
      for (const upper of this.above(sign)) this.#used.add(upper);
    }
  }

  places(): Map<number, number> {
    return new Map([...this.#used].toSorted((one, other) => one - other).map((sign, place) => [sign, place]));
  }

  listed(): SignSource['terms'] {
    const places = this.places();
    return [...places.keys()].map((hpo) => ({
      hpo,
      parents: (this.#hpo.parents.get(hpo) ?? []).flatMap((parent) => places.get(parent) ?? []),
    }));
  }
}

const placesOf = (names: readonly string[], diseases: readonly string[]) =>
  [...new Set(diseases.map((name) => names.indexOf(name)))]
    .filter((place) => place >= 0)
    .toSorted((one, other) => one - other);

/** Highest prevalence stated for the world or a region. */
function prevalenceOf({ prevalence = [] }: BaseLine): { prevalence?: number } {
  const places = prevalence.map((one) => prevalences.indexOf(one.class as (typeof prevalences)[number]));
  const greatest = Math.max(-1, ...places);
  return greatest < 0 ? {} : { prevalence: greatest };
}

const inheritanceNames: Readonly<Record<string, string>> = {
  'HP:0000006': 'autosomal-dominant',
  'HP:0000007': 'autosomal-recessive',
  'HP:0001419': 'x-linked-recessive',
  'HP:0001423': 'x-linked-dominant',
  'HP:0001427': 'mitochondrial',
  'HP:0001426': 'multifactorial',
};
const inheritanceOf = ({ inheritance }: Annotated) => inheritance.map((code) => inheritanceNames[code] ?? '');

/** HPO onsets in Orphanet's classes. */
const onsetNames: Readonly<Record<string, string>> = {
  'HP:0030674': 'antenatal',
  'HP:0011460': 'antenatal',
  'HP:0011461': 'antenatal',
  'HP:0034197': 'antenatal',
  'HP:0034198': 'antenatal',
  'HP:0034199': 'antenatal',
  'HP:0003577': 'neonatal',
  'HP:0003623': 'neonatal',
  'HP:0003593': 'infancy',
  'HP:0011463': 'childhood',
  'HP:0003621': 'adolescent',
  'HP:0003581': 'adult',
  'HP:0011462': 'adult',
  'HP:0003596': 'adult',
  'HP:0025708': 'adult',
  'HP:0025709': 'adult',
  'HP:0025710': 'adult',
  'HP:0003584': 'elderly',
};
const onsetOf = ({ onset }: Annotated) => onset.map((code) => onsetNames[code] ?? '');
