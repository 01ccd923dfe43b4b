import type { FindingKind, PersonalFinding, TextSpan } from './finding.ts';

/**
 * Suspected personal data stays on the author's device. The sent text has a mark for each place, «▒имя▒»,
 * until the author replaces the words or clears them. Marks are readable and contain no findings.
 */
const shade = '▒';

/** Word of the mark, and the ending of «слова, похожие на …». */
const marks: Record<FindingKind, readonly [word: string, like: string]> = {
  name: ['имя', 'имя'],
  patronymic: ['отчество', 'отчество'],
  date: ['дата', 'дату'],
  address: ['место', 'адрес'],
  phone: ['телефон', 'телефон'],
  email: ['почта', 'адрес электронной почты'],
  snils: ['снилс', 'СНИЛС'],
  document: ['документ', 'номер документа'],
  policy: ['полис', 'номер полиса'],
  record: ['номер', 'номер карты или исследования'],
  institution: ['учреждение', 'название учреждения'],
  account: ['страница', 'страницу в сети'],
  role: ['должность', 'должность или звание'],
};

const kinds = Object.keys(marks) as FindingKind[];
const written = new RegExp(
  `${shade}(?:${kinds.map((kind) => marks[kind][0]).join('|')})${shade}|${shade}+`,
  'g',
);

/** No longer than the words, so that length limits still hold. */
function markOf(kind: FindingKind, words: string): string {
  const mark = `${shade}${marks[kind][0]}${shade}`;
  return mark.length <= words.length ? mark : shade.repeat(Math.min(words.length, 4));
}

export interface WithheldMark {
  /** Undefined when the mark was too short for a label. */
  kind: FindingKind | undefined;
  words: string;
  start: number;
  end: number;
}

export const marksIn = (text: string): WithheldMark[] =>
  [...text.matchAll(written)].map(({ 0: words, index }) => ({
    kind: kinds.find((kind) => `${shade}${marks[kind][0]}${shade}` === words),
    words,
    start: index,
    end: index + words.length,
  }));

/** «слова, похожие на имя» */
export const likenessOf = ({ kind }: Pick<WithheldMark, 'kind'>): string =>
  `слова, похожие на ${kind ? marks[kind][1] : 'личные данные'}`;

/** Whether a finding extends beyond a mark. */
export const isBeyondMark = (marked: readonly WithheldMark[], { start, end }: PersonalFinding): boolean =>
  !marked.some((mark) => mark.start <= start && end <= mark.end);

interface MaskedText {
  text: string;
  /** Words of each mark in order; an existing mark stands for itself. */
  pieces: { mark: string; words: string }[];
}

/** A masked text may show new findings, such as a surname without its title or half of a date. */
const maxRounds = 4;

/** Masks all findings of `find`, repeatedly. */
export function maskedText(text: string, find: (text: string) => readonly PersonalFinding[]): MaskedText {
  let spans: TextSpan[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const { shown, whence } = maskSpans(text, spans);
    const found = find(shown);
    if (found.length === 0) return { text: shown, pieces: piecesOf(text, shown, spans) };
    spans = mergeSpans([
      ...spans,
      ...found.map(({ kind, start, end }) => ({ kind, start: whence(start), end: whence(end, true) })),
    ]);
  }
  const all: TextSpan[] = [{ kind: spans[0]!.kind, start: 0, end: text.length }];
  const { shown } = maskSpans(text, all);
  return { text: shown, pieces: piecesOf(text, shown, all) };
}

/** The masked text and a map of positions to the original. */
function maskSpans(text: string, spans: readonly TextSpan[]) {
  let shown = '';
  let at = 0;
  const parts: { from: number; to: number; start: number; end: number }[] = [];
  for (const { kind, start, end } of spans) {
    shown += text.slice(at, start);
    const from = shown.length;
    shown += markOf(kind, text.slice(start, end));
    parts.push({ from, to: shown.length, start, end });
    at = end;
  }
  shown += text.slice(at);
  const whence = (place: number, isEnd = false): number => {
    let moved = 0;
    for (const { from, to, start, end } of parts) {
      if (isEnd ? place <= from : place < from) break;
      if (isEnd ? place <= to : place < to) return isEnd ? end : start;
      moved = end - to;
    }
    return place + moved;
  };
  return { shown, whence };
}

/** Joins touching and overlapping spans. */
function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const kept: TextSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = kept.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else kept.push({ kind: span.kind, start: span.start, end: span.end });
  }
  return kept;
}

function piecesOf(text: string, shown: string, spans: readonly TextSpan[]): MaskedText['pieces'] {
  const { whence } = maskSpans(text, spans);
  return marksIn(shown).map(({ words: mark, start, end }) => ({
    mark,
    words: text.slice(whence(start), whence(end, true)),
  }));
}
