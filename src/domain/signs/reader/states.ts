import type { Match } from './matches.ts';
import type { Part } from './parts.ts';
import { gaps, type Token } from './text.ts';

export type State = 'present' | 'absent' | 'uncertain';

const no =
  /^(?:нет|нету|отрицает|отрицают|отрицается|отсутствует|отсутствуют|отсутствовал\p{L}?|исключен\p{L}?|исключена|исключены|исключил\p{L}?)$/u;
/** Behind «не»: what was looked for was not found. */
const found =
  /^(?:замеч\p{L}+|жал\p{L}+|виде\p{L}+|диагностир\p{L}+|выражен\p{L}*|установлен\p{L}*|вызыва\p{L}+|был\p{L}?|бывает|бывало|отмеча\p{L}+|отмечено|отмечен\p{L}?|выявл\p{L}+|обнаруж\p{L}+|наблюда\p{L}+|определя\p{L}+|зарегистрирован\p{L}*|регистриру\p{L}+|находят|найден\p{L}*|имеет|имеется|имел|видно|визуализиру\p{L}+|получен\p{L}*|переносил\p{L}?|беспоко\p{L}+|возника\p{L}+|зафиксирован\p{L}*|подтвержд\p{L}+|подтвердил\p{L}*|жалу\p{L}+|характерн\p{L}+|типичн\p{L}+|описан\p{L}*|сопровожда\p{L}+|пальпиру\p{L}+|выслушива\p{L}+|страдает|предъявля\p{L}+|встреча\p{L}+|испытыва\p{L}+|повторя\p{L}+)$/u;
const doubt =
  /^(?:исключить|подозрени\p{L}+|подозрева\p{L}+|заподозрен\p{L}*|возможн\p{L}+|возможен|вероятн\p{L}*|вероятен|боялись|опаса\p{L}+|думали|предположительн\p{L}*|предполага\p{L}+|похоже|похож\p{L}?|кажется|сомнительн\p{L}*|неясн\p{L}+|якобы|подозр)$/u;

/** What a note says of each match: there, not there, or in question. Names whose own words say «не» stay what they say. */
export function statesOf(
  tokens: readonly Token[],
  parts: readonly Part[],
  matches: readonly Match[],
): State[] {
  const states: State[] = matches.map(() => 'present');
  const owned = new Set(matches.flatMap(({ at }) => at));
  const inPart = parts.map(({ from, to }) =>
    [...matches.keys()].filter((one) => matches[one]!.at[0]! >= from && matches[one]!.at[0]! < to),
  );
  const view: View = { tokens, parts, matches, inPart };
  for (const [number, { from, to }] of parts.entries())
    for (let place = from; place < to; place++) {
      if (owned.has(place)) continue;
      for (const one of deniedAt(place, number, view)) states[one] = 'absent';
    }
  for (const one of matches.keys()) if (isInnerNot(matches[one]!, tokens, owned)) states[one] = 'absent';
  for (const [number] of parts.entries())
    for (const one of doubtedIn(number, view)) states[one] = 'uncertain';
  return states;
}

interface View {
  tokens: readonly Token[];
  parts: readonly Part[];
  matches: readonly Match[];
  /** Matches that begin in each part. */
  inPart: readonly (readonly number[])[];
}

/** Matches that the word at a place denies. */
function deniedAt(place: number, number: number, view: View): number[] {
  const { tokens } = view;
  const { text } = tokens[place]!;
  const before = tokens[place - 1]?.text;
  if (text === 'без' || text === 'ни') return forward(place, number, view);
  if (text === 'отсутствие' || text === 'отсутствием') return forward(place, number, view);
  const isNo = no.test(text) && before !== 'не' && !(before === 'нельзя');
  const isNotFound = before === 'не' && found.test(text);
  if (!isNo && !isNotFound) return [];
  const prior = backward(isNotFound ? place - 1 : place, number, view);
  return prior.length > 0 ? prior : forward(place, number, view);
}

/** Signs behind the word up to the end of the part, and those of the next parts that stand in the genitive. */
function forward(place: number, number: number, view: View): number[] {
  const { matches, inPart, parts, tokens } = view;
  const isBefore = (one: number) => matches[one]!.at[0]! > place;
  const isCut = (one: number) =>
    tokens
      .slice(place + 1, matches[one]!.at[0])
      .some(({ text }) => /^(?:но|а|однако|есть|зато|при)$/.test(text));
  const denied = inPart[number]!.filter((one) => isBefore(one) && !isCut(one));
  for (let next = number + 1; parts[next]?.gap === gaps.comma; next++) {
    const more = inPart[next]!;
    const isOther = /^ (?:но|а|однако|зато|есть|при) /.test(parts[next]!.text);
    const isOpen =
      /^(?:отсутствуют|отрица)/.test(tokens[place]!.text) ||
      more.every((one) => isDeclined(matches[one]!, tokens));
    if (more.length === 0 || isOther || !isOpen) break;
    denied.push(...more);
  }
  return denied;
}

/** Signs before the word in its part, and those of the parts before that stand in the genitive. */
function backward(place: number, number: number, view: View): number[] {
  const { matches, inPart, parts, tokens } = view;
  const denied = inPart[number]!.filter(
    (one) => matches[one]!.at.at(-1)! < place && !isSaidBefore(one, place, view),
  );
  const isWhole = inPart[number]!.filter((one) => matches[one]!.at[0]! < place).length === denied.length;
  if (!isWhole || (denied.length === 0 && !isOfMore(number, place, view))) return denied;
  const others: number[] = [];
  for (let part = number; parts[part]!.gap === gaps.comma; part--) {
    const more = inPart[part - 1]!;
    const isUnknown = more.length === 0 && parts[part - 1]!.text.trim().split(' ').length < 3;
    if (hasDenial(parts[part - 1]!.text) || (more.length === 0 && !isUnknown)) break;
    if (isUnknown) continue;
    // «Боли в животе, артралгии, сыпи не бывает»: what stands first is there, and with it what may be its like.
    if (!more.every((one) => isDeclined(matches[one]!, tokens)))
      return [...denied, ...others.filter((one) => isGenitive(matches[one]!, tokens))];
    others.push(...more);
  }
  return [...denied, ...others];
}

/** «Переломов, вывихов, ран не было»: the last of the list is no name of a sign. */
function isOfMore(number: number, place: number, { parts, tokens }: View): boolean {
  const words = tokens.slice(parts[number]!.from, place);
  return (
    words.length === 1 &&
    /(?:[оеё]в|ей|ий|[бвгджзклмнпрстфхцчшщ]|ы|и)$/.test(words[0]!.text) &&
    !now.test(words[0]!.text)
  );
}
const now = /^(?:сейчас|теперь|лет|год|сегодня|пока|больше|уже|потом)$/;

const hasDenial = (text: string) => / (?:не|нет|нету|без|ни) /.test(text);

/** Many of them, in the genitive beyond doubt: «обмороков», «судорог». */
const isGenitive = ({ at }: Match, tokens: readonly Token[]) =>
  /(?:[оеё]в|ей|ий|[бвгджзклмнпрстфхцчшщ])$/.test(tokens[at[0]!]!.text);

/** Whether another word of denial stands between: «сыпи нет отёков нет». */
const isSaidBefore = (one: number, place: number, { matches, tokens }: View) =>
  tokens.slice(matches[one]!.at.at(-1)! + 1, place).some(({ text }) => no.test(text) || text === 'без');

/** A name that is not written as in the list stands in another case. */
const isDeclined = ({ phrase, at }: Match, tokens: readonly Token[]) =>
  !at.some((place) => phrase.words.has(tokens[place]!.text) && tokens[place]!.text.length > 3);

/** «Селезёнка не увеличена», «мочится без затруднений»: a denial within the name or right before it. */
function isInnerNot({ at }: Match, tokens: readonly Token[], owned: ReadonlySet<number>): boolean {
  const first = tokens[at[0]!]!.gap === gaps.none ? at[0]! - 1 : at[0]!;
  for (let place = Math.max(0, first); place < at.at(-1)!; place++)
    if (/^(?:не|без)$/.test(tokens[place]!.text) && !owned.has(place)) return true;
  return false;
}

/** Matches of a part that are in question. */
function doubtedIn(number: number, { tokens, parts, matches, inPart }: View): readonly number[] {
  const { from, to, text } = parts[number]!;
  const own = inPart[number]!;
  const end = tokens[to - 1]!.after;
  if (/ под вопросом | не исключ(?:ен|ена|ены|ается|аются|ено|ить) | под \? /.test(text)) {
    const at = tokens.findIndex(
      (token, place) => place >= from && /^(?:вопросом|исключ\p{L}+)$/u.test(token.text),
    );
    const prior = own.filter((one) => matches[one]!.at[0]! < at);
    return prior.length > 0 ? prior : own.filter((one) => matches[one]!.at[0]! > at);
  }
  if (/^\s*\(?\?/.test(end)) return own;
  if (/^ вопрос(?: |$)/.test(text) && number > 0) return [...inPart[number - 1]!];
  for (let place = from; place < to; place++) {
    const isQuestion = tokens[place]!.text === 'вопрос' && /^об?$/.test(tokens[place + 1]?.text ?? '');
    if (!doubt.test(tokens[place]!.text) && !isQuestion) continue;
    const later = own.filter((one) => matches[one]!.at[0]! >= place);
    if (later.length > 0 || place < to - 1) return later.length > 0 ? later : own;
    return [...(inPart[number + 1] ?? []), ...own];
  }
  return [];
}
