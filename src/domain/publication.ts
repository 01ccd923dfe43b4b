/** What the publisher and the server tell each other; neither knows the other's code. */

export type PublicationMode = 'content' | 'code' | 'full' | 'verify';
/** `late`: large files of an earlier publication have followed. */
export type FinishedMode = PublicationMode | 'late';

/** How far a publication has come. */
export interface PublicationStep {
  /**
   * `growing`: every address answers already, and the pages are put into their places one by one; `delivering`: all are
   * there, and PUBLISH_URL gets its copy.
   */
  step: 'compiling' | 'following' | 'rendering' | 'compressing' | 'growing' | 'delivering';
  done: number;
  total: number;
}

const detailMark = ' Подробность для администратора: ';

/** A problem for people, with what the system says of it for the administrator: names of hosts and folders. */
export const withDetail = (problem: string, detail: string): string => `${problem}${detailMark}${detail}`;
export const withoutDetail = (problem: string): string => problem.split(detailMark, 1)[0]!;

const pageProblemStart = 'Страница ';
/** B269: a page that cannot be rendered; names no host and no folder, so everybody may read it. */
export const pageProblem = (address: string, reason: string): string =>
  `${pageProblemStart}${address} не построена: ${reason}`;
export const isPageProblem = (problem: string): boolean => problem.startsWith(pageProblemStart);

/** Whether readers of this server have everything already at this step. */
export const isPublished = ({ step }: Pick<PublicationStep, 'step'>): boolean =>
  step === 'compressing' || step === 'growing' || step === 'delivering';

/** So few pages are rendered before anybody could change their mind; more are worth waking two threads. */
export const fewPages = 150;

/** How far a step had come, and when, in milliseconds of any clock. */
export interface Pace {
  done: number;
  at: number;
}

/** Shorter than this a pace has not been watched long enough to be believed, in milliseconds. */
const shortestWatch = 1000;

/**
 * What is left of a step, in milliseconds, if it goes on as it has gone between two looks; nothing where that cannot be
 * known: at the beginning, and when it is later than the pace has promised.
 */
export function timeLeft(
  first: Pace,
  last: Pace,
  { total, now }: { total: number; now: number },
): number | null {
  const done = last.done - first.done;
  const took = last.at - first.at;
  if (done <= 0 || took < shortestWatch || last.done >= total) return null;
  const left = ((total - last.done) * took) / done - (now - last.at);
  return left > 0 ? left : null;
}

/** A record whose page is not as it should be; its last good page stays. */
export interface PublicationTrouble {
  record: number | null;
  field: string | null;
  message: string;
  address: string | null;
}

/** What a publication has done. */
export interface PublicationResult {
  mode: FinishedMode;
  /** The release that readers get. */
  release: string;
  /** Number of the last change that it holds. */
  seq: number;
  /** Pages of the whole site. */
  pages: number;
  rendered: number;
  /** Addresses whose bytes are new, and those that are no more. */
  changed: readonly string[];
  removed: readonly string[];
  /** Records that it was about. */
  records: readonly number[];
  /** All that is wrong now, not only with this publication. */
  troubles: readonly PublicationTrouble[];
}

/** Whether nothing of what has changed for readers follows after this part of it. */
export const isLastPart = ({
  items,
  next,
  last,
}: {
  items: readonly unknown[];
  next: number;
  last: number;
}): boolean => items.length === 0 || next >= last;
