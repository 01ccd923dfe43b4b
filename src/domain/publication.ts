/** Messages between publisher and server, which do not import each other. */

export const publicationModes = ['content', 'code', 'full', 'verify'] as const;
export type PublicationMode = (typeof publicationModes)[number];
/** `late`: deferred files of an earlier publication. */
export type FinishedMode = PublicationMode | 'late';

export interface PublicationStep {
  /**
   * `growing`: all addresses answer and pages are rendered one by one; `delivering`: all are rendered and
   * copied to PUBLISH_URL.
   */
  step: 'compiling' | 'following' | 'rendering' | 'compressing' | 'growing' | 'delivering';
  done: number;
  total: number;
}

const detailMark = ' Подробность для администратора: ';

/** A message with details for administrators, such as hosts and folders. */
export const withDetail = (problem: string, detail: string): string => `${problem}${detailMark}${detail}`;
export const withoutDetail = (problem: string): string => problem.split(detailMark, 1)[0]!;

const pageProblemStart = 'Страница ';
/** B269: a page that failed to render; without hosts and folders, so it is public. */
export const pageProblem = (address: string, reason: string): string =>
  `${pageProblemStart}${address} не построена: ${reason}`;
export const isPageProblem = (problem: string): boolean => problem.startsWith(pageProblemStart);

/** Whether this server's readers have everything at this step. */
export const isPublished = ({ step }: Pick<PublicationStep, 'step'>): boolean =>
  step === 'compressing' || step === 'growing' || step === 'delivering';

/** Up to this number pages render too fast to be stopped; more are worth two threads. */
export const fewPages = 150;

/** Progress and time in milliseconds of any clock. */
export interface Pace {
  done: number;
  at: number;
}

/** Milliseconds of observation before an estimate. */
const shortestWatch = 1000;

/** Remaining milliseconds at the observed pace; undefined at the start and when overdue. */
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

/** A record whose page is outdated; the last good page stays. */
export interface PublicationTrouble {
  record: number | null;
  field: string | null;
  message: string;
  address: string | null;
}

export interface PublicationResult {
  mode: FinishedMode;
  release: string;
  /** Number of the last included change. */
  seq: number;
  /** Pages of the whole site. */
  pages: number;
  rendered: number;
  /** Changed and removed addresses. */
  changed: readonly string[];
  removed: readonly string[];
  records: readonly number[];
  /** All current problems, not only of this publication. */
  troubles: readonly PublicationTrouble[];
  /** Pages are left for the next publication, all of them marked. */
  isPartial?: boolean;
}

/** Whether no further part of this publication follows. */
export const isLastPart = ({
  items,
  next,
  last,
}: {
  items: readonly unknown[];
  next: number;
  last: number;
}): boolean => items.length === 0 || next >= last;
