import type { LikelySign, signsContract } from '#contract/signs.ts';
import type { Candidate } from '#domain/signs/pack.ts';
import { askNext, tellingOf } from '#domain/signs/questions.ts';
import { explain, rank, type Contribution } from '#domain/signs/rank.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Handlers } from '../request/caller.ts';
import { makePace, usualPace } from '../base/pace.ts';
import { readOverlays } from '../catalogue/overlays.ts';
import { readOmimTitles, readSigns } from './index.ts';

/** All diseases are weighed for an answer: thirty answers at once, then five a second. */
const cost = 4;
const most = 50;
/** Of the signs that a disease has and nobody named, the dearest are told. */
const mostExpected = 5;

/** Signs to diseases for programs; pages do the same in the browser. What is asked is kept nowhere. */
export function signsHandlers({ database, now }: Context): Handlers<keyof typeof signsContract> {
  const keepPace = makePace(usualPace, () => now().getTime());
  return {
    'POST /api/signs/ask': async (caller, { input }) => {
      keepPace(caller.visit.network, cost);
      const index = await readSigns();
      const { weight, foundInTen } = tellingOf(input.present, index);
      const ask = askNext(input, index).map(({ hpo, gain }) => ({ hpo, gain: rounded(gain) }));
      return { telling: rounded(weight), found_in_ten: foundInTen, ask };
    },
    'POST /api/signs/rank': async (caller, { input }) => {
      keepPace(caller.visit.network, cost);
      const index = await readSigns();
      const ranked = rank(input, index, most);
      const titleOf = await titlesOf(
        database.kysely,
        ranked.map(({ candidate }) => candidate),
      );
      const explained = explain(input, ranked, index);
      return ranked.map((line, place) => ({
        ...titleOf(line.candidate),
        orpha: line.candidate.orpha ?? null,
        omim: line.candidate.omim ?? null,
        score: rounded(line.score),
        signs: told(explained[place]!),
      }));
    },
  };
}

function told(contributions: readonly Contribution[]): LikelySign[] {
  const expected = contributions.filter(({ kind }) => kind === 'expected').slice(0, mostExpected);
  return contributions.flatMap((one) => {
    const { kind, hpo, share, value } = one;
    if (kind === 'circumstance' || (kind === 'expected' && !expected.includes(one))) return [];
    return [{ hpo, kind, share: share ?? null, value: rounded(value) }];
  });
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

/** Published records bear their own titles; what the catalogue lacks is named by the overlays. */
async function titlesOf(db: ReadDatabase, candidates: readonly Candidate[]) {
  const externals = candidates.flatMap(({ orpha }) => (orpha === undefined ? [] : [`ORPHA:${orpha}`]));
  const rows = await db
    .selectFrom('records')
    .select(['id', 'external', 'card'])
    .where('kind', '=', 'disease')
    .where('state', '=', 'published')
    .where('external', 'in', externals.length > 0 ? externals : [''])
    .execute();
  const records = new Map(
    rows.map(({ id, external, card }) => [external, { id, ...(JSON.parse(card) as { title: string }) }]),
  );
  const { names } = await readOverlays();
  const omimTitles = await readOmimTitles();
  return ({ orpha, omim }: Candidate) => {
    const record = records.get(`ORPHA:${orpha}`);
    const title =
      record?.title ??
      (orpha === undefined ? omimTitles.get(omim ?? 0) : names.get(orpha)?.title) ??
      (orpha === undefined ? `OMIM:${omim}` : `ORPHA:${orpha}`);
    return { id: record?.id ?? null, title };
  };
}
