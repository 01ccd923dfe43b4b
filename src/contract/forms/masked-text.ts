import { caseSections, type CaseSection } from '#domain/cases.ts';
import type { PersonalFinding } from '#domain/deidentification/finding.ts';
import {
  isBeyondMark,
  likenessOf,
  marksIn,
  maskedText,
  type WithheldMark,
} from '#domain/deidentification/withheld.ts';
import type { CaseContent } from './cases.ts';
import { passagesOf } from './case-texts.ts';

type Find = (text: string) => readonly PersonalFinding[];

/** The withheld words of each mark, in the order of the text. */
interface Piece {
  section: CaseSection;
  mark: string;
  words: string;
}

/** Findings of the detector that the author has not cleared. */
export function openIn(text: string, section: CaseSection, { cleared }: CaseContent, find: Find) {
  const marked = marksIn(text);
  return find(text).filter(
    (finding) =>
      isBeyondMark(marked, finding) &&
      !cleared.some(({ field, words }) => field === section && words === finding.words),
  );
}

export function reasonOf({ field, words }: { field: CaseSection; words: string }): string {
  const [mark] = marksIn(words);
  return mark?.words === words
    ? `«${caseSections[field]}»: вместо знака ${words} напишите, что здесь должно стоять. ${leftElsewhere(mark)}`
    : `Похоже на персональные данные: «${words}». Замените или отметьте, что это не они.`;
}

export const leftElsewhere = (mark: WithheldMark): string =>
  `Здесь были ${likenessOf(mark)}; они остались на устройстве, где их набрали.`;

/** The content with marks in place of suspected personal data, and their number. */
export function withhold(typed: CaseContent, find: Find) {
  const content = structuredClone(typed);
  const pieces: Piece[] = [];
  const texts = new Map<CaseSection, string>();
  for (const { path, section, text } of passagesOf(typed)) {
    const masked = maskedText(text, (part) => openIn(part, section, typed, find));
    setText(content, path, masked.text);
    pieces.push(...masked.pieces.map((piece) => ({ section, ...piece })));
    texts.set(section, `${texts.get(section) ?? ''}\n${text}`);
  }
  // Cleared words that are no longer in the text must not leave the device either.
  content.cleared = typed.cleared.filter(({ field, words }) => texts.get(field)?.includes(words));
  return { content, pieces, count: pieces.filter(({ mark, words }) => mark !== words).length };
}

/**
 * The server's content with the withheld words restored, section by section; sections whose marks differ are
 * left unchanged and named.
 */
export function refilled(
  theirs: CaseContent,
  { pieces }: { pieces: readonly Piece[] },
): { content: CaseContent; unlike: CaseSection[] } {
  const content = structuredClone(theirs);
  const passages = passagesOf(theirs);
  const unlike: CaseSection[] = [];
  for (const section of new Set(pieces.map((piece) => piece.section))) {
    const ours = pieces.filter((piece) => piece.section === section);
    const there = passages.filter((passage) => passage.section === section);
    const marks = there.flatMap(({ text }) => marksIn(text).map(({ words }) => words));
    if (marks.length === 0) continue;
    if (marks.join('\n') !== ours.map(({ mark }) => mark).join('\n')) {
      unlike.push(section);
      continue;
    }
    let next = 0;
    for (const { path, text } of there) {
      let [filled, at] = ['', 0];
      for (const { start, end } of marksIn(text)) {
        filled += text.slice(at, start) + ours[next++]!.words;
        at = end;
      }
      setText(content, path, filled + text.slice(at));
    }
  }
  return { content, unlike };
}

/** Writes a text at its path: `timeline.2.text`. */
function setText(content: CaseContent, path: string, text: string): void {
  const names = path.split('.');
  const last = names.pop()!;
  const holder = names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], content);
  (holder as Record<string, unknown>)[last] = text;
}
