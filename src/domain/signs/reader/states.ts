import { isDeclined, isGenitive } from './cases.ts';
import type { PhraseMatch } from './lexicon.ts';
import type { NotePart } from './parts.ts';
import { gaps, type NoteWord } from './text.ts';

export type SignState = 'present' | 'absent' | 'uncertain';

const no =
  /^(?:нет|нету|отр|отриц|отрица(?:ет|ют|ется|ются|ем)|отрицательн\p{L}+|отсутствует|отсутствуют|отсутствовал\p{L}?|исключен\p{L}?|исключил\p{L}?)$/u;
/** After «не»: verbs of not finding. */
const found =
  /^(?:(?:замеч|замет|жал|вид|диагностир|выражен|установлен|вызыва|быва|отмеч|выявл|обнаруж|наблюда|определ|регистрир|зарегистрир|наход|наш|найден|получен|беспоко|возника|зафиксир|подтвер|характерн|типичн|описан|описыва|сопровожда|пальпир|выслуш|предъявл|встреч|испытыва|повтор|диагност|находят)\p{L}*|был\p{L}?|имеет|имеется|имел\p{L}?|переносил\p{L}?|страдает)$/u;
const doubt =
  /^(?:исключить|подозрени\p{L}+|подозрева\p{L}+|заподозрен\p{L}*|возможн\p{L}+|возможен|вероятн\p{L}*|вероятен|боялись|боимся|боюсь|боится|опаса\p{L}+|думали|думаем|предположительн\p{L}*|предполага\p{L}+|похоже|похож\p{L}?|кажется|сомнительн\p{L}*|неясн\p{L}+|якобы|подозр)$/u;
/** Words about presence are not misprints of signs. */
export const isPresenceWord = (text: string): boolean =>
  no.test(text) || found.test(text) || doubt.test(text);
/** «Неясного генеза»: the cause is doubtful, not the sign. */
const cause = /^(?:генез|этиолог|причин|происхожд|природ|характер)/;
/** «Жалоб на … нет», «нет данных за …» cover the whole list. */
const heads = /^(?:жалоб|данных|данные|указаний|признаков|проявлений|симптомов|подозрений|эпизодов|случаев)$/;
const change = /^(?:нарастани|ухудшени|прогрессировани|усилени|рецидив|обострени|динамик|улучшени)/;
/** «Тремор −», «отёки (-),» */
const minus = /^\s*(?:[:—–]\s*)?(?:\(\s*)?[-−–]\s*(?:\)\s*)?[,;.\n]/;

/** State of each match: present, absent, or in question. Names with «не» keep their meaning. */
export function statesOf(
  tokens: readonly NoteWord[],
  parts: readonly NotePart[],
  matches: readonly PhraseMatch[],
): SignState[] {
  const states: SignState[] = matches.map(() => 'present');
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
  for (const [one, match] of matches.entries())
    if (isInnerNot(match, tokens, owned) || isMinus(match, tokens)) states[one] = 'absent';
  for (const [number, { text, gap }] of parts.entries()) {
    // «Температуры не было, сыпи тоже»
    const before = inPart[number - 1]?.at(-1);
    if (
      gap === gaps.comma &&
      / (?:тоже|также) $/.test(text) &&
      before !== undefined &&
      states[before] === 'absent'
    )
      for (const one of inPart[number]!) states[one] = 'absent';
    const isAnswered = / не подтвержд\p{L}+ $/u.test(parts[number + 1]?.text ?? '');
    for (const one of doubtedIn(number, view))
      if (!isAnswered || states[one] !== 'absent') states[one] = 'uncertain';
  }
  return states;
}

function isMinus({ at }: PhraseMatch, tokens: readonly NoteWord[]): boolean {
  const last = at.at(-1)!;
  return minus.test(tokens[last]!.after + (last === tokens.length - 1 ? '.' : ''));
}

interface View {
  tokens: readonly NoteWord[];
  parts: readonly NotePart[];
  matches: readonly PhraseMatch[];
  /** Matches by starting part. */
  inPart: readonly (readonly number[])[];
}

/** Matches denied by the word. */
function deniedAt(place: number, number: number, view: View): number[] {
  const { tokens, parts } = view;
  const { text, after } = tokens[place]!;
  const before = tokens[place - 1]?.text;
  if (/^(?:без|ни|никак(?:их|ого|ой)|отсутстви(?:е|ем))$/.test(text)) return forward(place, number, view);
  const isGone = /^снят[аоы]?$/.test(text) && / диагноз /.test(parts[number]!.text);
  const isNo = (no.test(text) || isGone) && before !== 'не' && before !== 'нельзя';
  const isNotFound = before === 'не' && found.test(text);
  if (!isNo && !isNotFound) return before === 'не' ? genitivesBefore(place - 1, number, view) : [];
  if (place === parts[number]!.to - 1 && /^\s*:/.test(after)) return listBehind(number, view);
  const prior = backward(isNotFound ? place - 1 : place, number, view);
  if (prior.length > 0) return [...prior, ...listedBefore(text, prior, number, view)];
  // «Предполагалась миопатия — не подтверждена»
  const isAnswer = isNotFound && place === parts[number]!.from + 1 && place === parts[number]!.to - 1;
  if (isAnswer && parts[number]!.gap < gaps.sentence) return view.inPart[number - 1]!.slice(-1);
  return forward(place, number, view);
}

/** «Рвота, диарея отрицаются»: a plural verb denies the preceding bare names. */
function listedBefore(verb: string, [own]: readonly number[], number: number, view: View): number[] {
  const { matches, inPart, parts, tokens } = view;
  const { at } = matches[own!]!;
  if (!/(?:ют|ются|ны)$/.test(verb) || inPart[number]!.length !== 1 || /[ыи]$/.test(tokens[at[0]!]!.text))
    return [];
  const listed: number[] = [];
  for (let part = number; parts[part]!.gap === gaps.comma; part--) {
    const { from, to } = parts[part - 1]!;
    const [only, more] = inPart[part - 1]!;
    if (only === undefined || more !== undefined || matches[only]!.at.length < to - from) break;
    listed.push(only);
  }
  return listed;
}

/** «Отрицает: обмороки, боли в груди.» */
function listBehind(number: number, { parts, inPart, tokens }: View): number[] {
  const denied: number[] = [];
  for (let next = number + 1; parts[next] && parts[next]!.gap < gaps.sentence; next++) {
    if (/^\s*:/.test(tokens[parts[next]!.to - 1]!.after)) break;
    denied.push(...inPart[next]!);
  }
  return denied;
}

/** «Обмороков за ним не водится»: the genitive alone denies. */
function genitivesBefore(not: number, number: number, view: View): number[] {
  const { matches, inPart, tokens } = view;
  const isDenied = (one: number) =>
    matches[one]!.at.at(-1)! < not &&
    isGenitive(matches[one]!, tokens) &&
    isDeclined(matches[one]!, tokens) &&
    !governs.test(tokens[matches[one]!.at[0]! - 1]?.text ?? '');
  return inPart[number]!.some(isDenied) ? backward(not, number, view) : [];
}
const governs =
  /^(?:после|от|из|с|до|для|при|во|время|около|кроме|помимо|без|количество|число|частота|на|у)$/;

/** Matches after the word in its part, and genitives of the following parts. */
function forward(place: number, number: number, view: View): number[] {
  const { matches, inPart, parts, tokens } = view;
  const isBefore = (one: number) => matches[one]!.at[0]! > place;
  const isCut = (one: number) =>
    tokens
      .slice(place + 1, matches[one]!.at[0])
      .some(({ text }) => /^(?:но|а|однако|есть|зато|при)$/.test(text));
  const denied = inPart[number]!.filter((one) => isBefore(one) && !isCut(one));
  // «Без нарастания атаксии»: it is present.
  if (change.test(tokens[place + 1]?.text ?? '')) return [];
  const isHead = tokens.slice(place + 1, place + 3).some(({ text }) => heads.test(text));
  // «Хрипы не выслушиваются, ногти …»: the denied word precedes and is not a known sign.
  if (denied.length === 0 && place === parts[number]!.to - 1) return [];
  for (let next = number + 1; parts[next]?.gap === gaps.comma; next++) {
    const more = inPart[next]!;
    const isOther = / (?:но|а|однако|зато|есть|при) /.test(parts[next]!.text.split(' ', 2).join(' ') + ' ');
    const isOpen =
      isHead ||
      /^(?:отсутствуют|отрица)/.test(tokens[place]!.text) ||
      more.every((one) => isDeclined(matches[one]!, tokens));
    if (more.length === 0 || isOther || !isOpen || isAffirmed(parts[next]!.text)) break;
    denied.push(...more);
  }
  return denied;
}

/** Matches before the word in its part, and genitives of the preceding parts. */
function backward(place: number, number: number, view: View): number[] {
  const { matches, inPart, parts, tokens } = view;
  const listed = headed(place, number, view);
  if (listed) return listed;
  const denied = inPart[number]!.filter(
    (one) => matches[one]!.at.at(-1)! < place && !isDeniedBefore(one, place, view),
  );
  const isWhole = inPart[number]!.filter((one) => matches[one]!.at[0]! < place).length === denied.length;
  if (!isWhole || (denied.length === 0 && !isOfMore(number, place, view))) return denied;
  const others: number[] = [];
  for (let part = number; parts[part]!.gap === gaps.comma; part--) {
    const more = inPart[part - 1]!;
    const { text } = parts[part - 1]!;
    const isUnknown = more.length === 0 && text.trim().split(' ').length < 3;
    if (hasDenial(text) || isAffirmed(text) || (more.length === 0 && !isUnknown)) break;
    if (isUnknown) continue;
    // «Боли в животе, артралгии, сыпи не бывает»: the first is present, ambiguous ones with it.
    if (!more.every((one) => isDeclined(matches[one]!, tokens)))
      return [...denied, ...others.filter((one) => isGenitive(matches[one]!, tokens))];
    others.push(...more);
  }
  return [...denied, ...others];
}

/** «Жалоб на боли в животе, жидкий стул не предъявляет»: everything from the head of the denial. */
function headed(
  place: number,
  number: number,
  { matches, inPart, parts, tokens }: View,
): number[] | undefined {
  let first = number;
  const hasHead = () => tokens.slice(parts[first]!.from, place).some(({ text }) => heads.test(text));
  while (!hasHead() && parts[first]!.gap === gaps.comma && !hasDenial(parts[first - 1]!.text)) first--;
  if (!hasHead()) return undefined;
  const head = tokens.findIndex(({ text }, at) => at >= parts[first]!.from && heads.test(text));
  return inPart
    .slice(first, number + 1)
    .flat()
    .filter((one) => matches[one]!.at[0]! > head && matches[one]!.at.at(-1)! < place);
}

/** Whether a part affirms its signs. */
const isAffirmed = (text: string) =>
  /(?<! не) (?:отмеча(?:ет|ют|ется|ются|лись|лась|лся)|имее?тся|имеются|есть|выявлен\p{L}?|беспокоя?ит|выражен\p{L}?) /u.test(
    text,
  );

/** «Переломов, вывихов, ран не было»: the last item is not a sign. */
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

/** Whether another denial is between: «сыпи нет отёков нет». */
const isDeniedBefore = (one: number, place: number, { matches, tokens }: View) =>
  tokens.slice(matches[one]!.at.at(-1)! + 1, place).some(({ text }) => no.test(text) || text === 'без');

/** «Селезёнка не увеличена», «мочится без затруднений»: a denial inside the name or right before it. */
function isInnerNot({ at }: PhraseMatch, tokens: readonly NoteWord[], owned: ReadonlySet<number>): boolean {
  const first = tokens[at[0]!]!.gap === gaps.none ? at[0]! - 1 : at[0]!;
  for (let place = Math.max(0, first); place < at.at(-1)!; place++)
    if (/^(?:не|без)$/.test(tokens[place]!.text) && !owned.has(place)) return true;
  return false;
}

/** Matches of a part in question. */
function doubtedIn(number: number, { tokens, parts, matches, inPart }: View): readonly number[] {
  const { from, to, text } = parts[number]!;
  const own = inPart[number]!;
  const end = tokens[to - 1]!.after;
  // «Гепатомегалия: нет данных»: not examined.
  if (/ (?:нет данных|не (?:проверял|оценивал|оценен|исследовал)\p{L}*) $/u.test(text))
    return unknownBefore(number, own, inPart);
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
    if (cause.test(tokens[place + 1]?.text ?? '')) continue;
    const later = own.filter((one) => matches[one]!.at[0]! >= place);
    if (later.length > 0) return later;
    return own.length > 0 || place < to - 1 ? own : (inPart[number + 1] ?? []);
  }
  return [];
}

const unknownBefore = (number: number, own: readonly number[], inPart: View['inPart']) =>
  own.length > 0 ? own : (inPart[number - 1]?.slice(-1) ?? []);
