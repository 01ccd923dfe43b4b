import data from './data/eponyms.json' with { type: 'json' };
import { listed, type TextToken } from './tokens.ts';

/** Word beginnings after which a surname names a disease, sign or method. */
const eponymNouns = beginnings(data.nouns);

/** Eponyms without such a word: «Апгар 7/8», «исключены Фабри и Помпе». */
const eponyms = beginnings(data.eponyms);

/** Allowed between that word and the name: adjectives, types, dashes. */
const betweenWords =
  /(?:ый|ий|ой|ая|яя|ое|ее|ые|ие|ого|его|ому|ему|ым|им|ых|их|ую|юю|ыми|ими|ом|ем)$|^(?:и|или|по|тип|типа|имени|вариант|типу|степени|i|ii|iii|iv|v|vi|де|ля|ван|фон|ла|ле|дю|тест|проба)$/;

/** Whether the word names a disease or method: «мышечная дистрофия Дюшенна», «Вильсона — Коновалова». */
export function isEponym(tokens: readonly TextToken[], index: number): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (eponyms.test(token.key)) return true;
  // «по Нечипоренко», «по Граму»: a method, except «по словам» and the like.
  for (let at = index - 1, steps = 0; at >= 0 && steps < 10; at -= 1, steps += 1) {
    const before = tokens[at];
    if (!before || before.sentence !== token.sentence) return false;
    if (!before.isWord) {
      if (/^[—–\-,()«»"./\d]+$/.test(before.text)) continue;
      return false;
    }
    if (eponymNouns.test(before.key)) return true;
    if (before.key === 'по' && at === index - 1) return true;
    if (before.isCapital && before.key.length > 2 && !before.isFirst) continue;
    if (eponyms.test(before.key)) return true;
    if (!betweenWords.test(before.key)) return false;
  }
  return false;
}

function beginnings(lines: readonly string[]): RegExp {
  return new RegExp(`^(?:${listed(lines).join('|')})`);
}
