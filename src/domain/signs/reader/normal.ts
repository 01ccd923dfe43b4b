import data from './data/normal.json' with { type: 'json' };
import type { SignWords } from './lexicon.ts';
import type { NotePart } from './parts.ts';
import type { NoteWord } from './text.ts';

/** Subject of a normal finding → absent sign; the first match wins. */
const subjects = data.subjects.map(([pattern = '', id = '']) => [new RegExp(pattern, 'u'), id] as const);

const isNormal = new RegExp(` (?:${data.normal.join('|')}) `, 'u');

/** Predicates of several subjects. */
const isSeveral = / не \p{L}+ы | не \p{L}+ют(?:ся)? | норме | обычн\p{L}+ /u;

/** Whether a part calls a word normal: right after it, or in a part with little else. */
export function isCalledNormal({ text }: NotePart, word: string): boolean {
  if (!isNormal.test(text)) return false;
  const [, behind] = text.split(` ${word} `, 2);
  return text.trim().split(' ').length <= 4 || (behind !== undefined && ` ${behind}`.search(isNormal) === 0);
}

/** Signs denied by normal findings. */
export function normalIn(
  parts: readonly NotePart[],
  tokens: readonly NoteWord[],
  { abnormal }: SignWords,
): { id: string; part: number }[] {
  const subjectsIn = (part: NotePart) => {
    const listed = listedIn(part.text);
    if (listed.length > 0) return listed;
    // «Склеры обычные»: what HPO has a sign for that is called so.
    return tokens
      .slice(part.from, part.to)
      .flatMap(({ root }) => abnormal.get(root) ?? [])
      .slice(0, 1);
  };
  const found: { id: string; part: number }[] = [];
  for (const [number, part] of parts.entries()) {
    const { text } = part;
    if (!isNormal.test(text)) continue;
    const own = subjectsIn(part);
    for (const id of own) found.push({ id, part: number });
    // «Корень аорты 28 мм, не расширен», «осмотр кожи: чисто»
    if (own.length === 0 && number > 0 && parts[number]!.gap < 3 && text.trim().split(' ').length < 3)
      for (const id of subjectsIn(parts[number - 1]!)) found.push({ id, part: number - 1 });
    // «Печень, селезёнка не увеличены»
    for (let before = number - 1; parts[before + 1]?.gap === 1 && parts[before]; before--) {
      if (!isSeveral.test(text) || !/^ \p{L}+(?: \p{L}+)? $/u.test(parts[before]!.text)) break;
      for (const id of subjectsIn(parts[before]!)) found.push({ id, part: before });
    }
  }
  return found;
}

/** The first match; «слух и зрение в норме» has both. */
function listedIn(text: string): string[] {
  const found = subjects.filter(([pattern]) => pattern.test(text)).map(([, id]) => id);
  return / и /.test(text) && text.split(' ').length < 9 ? found.slice(0, 2) : found.slice(0, 1);
}
