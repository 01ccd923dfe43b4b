import type { LikelySign, signsContract } from '#contract/signs.ts';
import type { Contribution } from '#domain/signs/rank.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { Handlers } from '../request/caller.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import { publishedDiseases } from '../catalogue/names.ts';
import { readOverlays, readStarterTable } from '../catalogue/overlays.ts';
import { inThread } from '../thread/thread.ts';

/**
 * Every sign is weighed against all diseases: with up to ten signs a burst of thirty requests, then five a
 * second.
 */
const costOf = ({ present, absent }: { present: string[]; absent: string[] }) =>
  4 * Math.ceil((present.length + absent.length) / 10);
const limit = 50;
/** Diseases with contributions. */
const explained = 10;
/** Expected signs listed. */
const maxExpected = 5;

/** Ranking of diseases by signs, for programs; pages compute it in the browser. Nothing is stored. */
export function signsHandlers({ database, limitRate }: Context): Handlers<keyof typeof signsContract> {
  // All visitors share one thread and a short queue, so that accounts keep theirs.
  const semaphore = makeSemaphore({ width: 1, maxQueue: 8, maxExpectedWaitMs: 1000 });
  return {
    'POST /api/signs/ask': async (caller, { input }) => {
      const { network } = caller.client;
      limitRate(network, costOf(input));
      const { weight, foundInTen, questions } = await semaphore.run(() =>
        inThread(network, 'askSigns', input),
      );
      const suggested = questions.map(({ hpo, gain }) => ({ hpo, gain: rounded(gain) }));
      return { telling: rounded(weight), found_in_ten: foundInTen, ask: suggested };
    },
    'POST /api/signs/rank': async (caller, { input }) => {
      const { network } = caller.client;
      limitRate(network, costOf(input));
      const ranked = await semaphore.run(() => inThread(network, 'rankSigns', input, { limit, explained }));
      const titleOf = await titlesOf(database.kysely, ranked);
      return ranked.map((line) => ({
        ...titleOf(line),
        orpha: line.orpha,
        omim: line.omim,
        score: rounded(line.score),
        signs: likelySignsOf(line.contributions),
      }));
    },
  };
}

function likelySignsOf(contributions: readonly Contribution[]): LikelySign[] {
  const expected = contributions.filter(({ kind }) => kind === 'expected').slice(0, maxExpected);
  return contributions.flatMap((one) => {
    const { kind, hpo, share, value } = one;
    if (kind === 'circumstance' || (kind === 'expected' && !expected.includes(one))) return [];
    return [{ hpo, kind, share: share ?? null, value: rounded(value) }];
  });
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

interface Candidate {
  orpha: number | null;
  omim: number | null;
}

/** Titles from published records, otherwise from the overlays. */
async function titlesOf(db: ReadDatabase, candidates: readonly Candidate[]) {
  const externals = candidates.flatMap(({ orpha }) => (orpha === null ? [] : [`ORPHA:${orpha}`]));
  const diseases = await publishedDiseases(db, 'external', externals);
  const records = new Map(diseases.map((disease) => [disease.external, disease]));
  const { names } = await readOverlays();
  const omimTitles = await readOmimTitles();
  return ({ orpha, omim }: Candidate) => {
    const record = records.get(`ORPHA:${orpha}`);
    const title =
      record?.title ??
      (orpha === null ? omimTitles.get(omim ?? 0) : names.get(orpha)?.title) ??
      (orpha === null ? `OMIM:${omim}` : `ORPHA:${orpha}`);
    return { id: record?.id ?? null, title };
  };
}

let titles: Promise<ReadonlyMap<number, string>> | undefined;

/** English names of OMIM-only diseases, from MONDO: number → name. */
function readOmimTitles(): Promise<ReadonlyMap<number, string>> {
  return (titles ??= readStarterTable('signs-omim.tsv').then(
    (rows) => new Map(rows.map(([omim, , title = '']) => [Number(omim), title])),
  ));
}
