import type { Grammar, NameGender } from './declension.ts';
import { isEponym } from './eponyms.ts';
import type { TextSpan } from './finding.ts';
import { findFirstName, findPatronymic } from './first-names.ts';
import { isPerson } from './people.ts';
import { findSurname } from './surnames.ts';
import type { TextToken } from './tokens.ts';

export interface NameSpan extends TextSpan {
  sex: NameGender | undefined;
  grammar: Grammar;
  /** Indexes of the first and last token. */
  first: number;
  last: number;
}

interface Part {
  role: 'first' | 'patronymic' | 'initial' | 'surname' | 'other';
  from: number;
  to: number;
  sex?: NameGender | undefined;
  grammar?: Grammar | undefined;
  isSure: boolean;
}

/** Given names, patronymics and surnames of people, without eponyms. */
export function findNames(tokens: readonly TextToken[], text: string): NameSpan[] {
  const found: NameSpan[] = [];
  let index = 0;
  while (index < tokens.length) {
    const group = readGroup(tokens, index);
    if (group.length === 0) {
      index += 1;
      continue;
    }
    const named = decide(tokens, group, text);
    if (named) found.push(named);
    index = (group.at(-1)?.to ?? index) + 1;
  }
  return found;
}

/** Adjacent parts of a name. */
function readGroup(tokens: readonly TextToken[], index: number): Part[] {
  const parts: Part[] = [];
  let at = index;
  while (at < tokens.length && parts.length < 5) {
    const token = tokens[at];
    if (!token?.isWord) break;
    if (parts.length > 0 && token.sentence !== tokens[index]?.sentence) break;
    const part = readPart(tokens, at, parts);
    if (!part) break;
    parts.push(part);
    at = part.to + 1;
  }
  return parts;
}

function readPart(tokens: readonly TextToken[], at: number, before: readonly Part[]): Part | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  const base = { from: at, to: at };
  if (/^(?:оглы|кызы|гызы|улы|заде)$/.test(token.key) && before.length > 0)
    return { ...base, role: 'patronymic', isSure: true };
  if (!token.isCapital) return readSmall(tokens, at);
  const next = tokens[at + 1];
  if (token.text.length === 1 || (token.text.length === 2 && /^(?:Дж|Ю|Я)$/.test(token.text))) {
    if (next?.text !== '.' || next.start !== token.end) return undefined;
    return { from: at, to: at + 1, role: 'initial', isSure: false };
  }
  if (isPerson(token.key) || !/^\p{Script=Cyrillic}/u.test(token.text)) {
    return readLatin(tokens, at, before);
  }
  const patronymic = findPatronymic(token.key);
  if (patronymic && (patronymic.isKnown || before.some(({ role }) => role === 'first') || !token.isFirst))
    return {
      ...base,
      role: 'patronymic',
      sex: patronymic.sex,
      grammar: patronymic.grammar,
      isSure: patronymic.isKnown,
    };
  const first = findFirstName(token.key);
  if (first)
    return {
      ...base,
      role: 'first',
      sex: first.sex,
      grammar: first.grammar,
      isSure: !first.isAmbiguous || !token.isFirst,
    };
  if (token.isUpper && token.text.length < 5) return undefined;
  if (ordinary.test(token.key)) return undefined;
  // «Т-лимфоцитов», «МР-признаков»: letters before a word.
  if (/^\p{Lu}+-\p{Ll}/u.test(token.text)) return undefined;
  const surname = findSurname(token.key);
  if (surname) {
    const { proof, ...form } = surname;
    return {
      ...base,
      ...form,
      role: 'surname',
      isSure: proof === 'common' || (proof === 'strong' && !token.isFirst),
    };
  }
  return { ...base, role: 'other', isSure: false };
}

/** «петрова елена николаевна»: lower case counts when a patronymic follows a given name. */
function readSmall(tokens: readonly TextToken[], at: number): Part | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  for (let back = 0; back <= 2; back += 1) {
    const patronymic = tokens[at + 2 - back];
    const first = tokens[at + 1 - back];
    if (!patronymic || !first || patronymic.isCapital || first.isCapital) continue;
    const known = findPatronymic(patronymic.key);
    const name = findFirstName(first.key);
    if (!known?.isKnown || !name) continue;
    const base = { from: at, to: at };
    if (back === 0)
      return findSurname(token.key) && !isPerson(token.key)
        ? { ...base, role: 'surname', isSure: true }
        : undefined;
    return back === 1
      ? { ...base, role: 'first', sex: name.sex, grammar: name.grammar, isSure: true }
      : { ...base, role: 'patronymic', sex: known.sex, grammar: known.grammar, isSure: true };
  }
  return undefined;
}

/** A name in Latin letters: two capitalised words after a word for a person. */
function readLatin(tokens: readonly TextToken[], at: number, before: readonly Part[]): Part | undefined {
  const token = tokens[at];
  if (!token || !/^[A-Z][a-z]{2,}(?:-[A-Z][a-z]+)?$/.test(token.text)) return undefined;
  const cue = tokens[at - 1];
  const neighbour = tokens[at + 1];
  const continues = before.some(({ role }) => role === 'other');
  if (!continues && !(cue && isPerson(cue.key) && neighbour && /^[A-Z][a-z]+$/.test(neighbour.text)))
    return undefined;
  return { from: at, to: at, role: 'other', isSure: true };
}

/** Capitalised words that are not names: sentence starts, places, organisations. */
const ordinary =
  /^(?:мужчин|женщин|медицин|пациент|больн|ребен|мальчик|девочк|причин|половин|ангин|картин|величин|вакцин|центр|институт|клиник|больниц|отделени|лаборатори|университет|академи|министерств|минздрав|росси|москв|петербург|санкт|европ|америк|герман|израил|республик|област|округ|район|город|союз|обществ|ассоциаци|федерац|приказ|закон|постановлени|диагноз|анализ|осмотр|консультац|терапи|лечени|препарат|синдром|болезн|симптом|реакци|шкал|индекс|вариант|мутаци|телефон|адрес|паспорт|полис|снилс|истори|номер|результат|заключени|обзор|вестник|журнал|проспект|школ|поликлиник|роддом|феврал|апрел|сентябр|октябр|ноябр|декабр|январ|получ|согласи)|^(?:край|края|крае|фонд|фонда|проба|пробы|тест|ген|тел|инн|карта|карты|дата|даты|статья|дом|улица|март|марта|мая|май|июня|июля|после|через|перед|при|для|без|его|ему|ее|ей|их|они|она|оно|он|это|этот|эта|все|весь|как|что|так|там|тут|где|когда|если|или|на|из|от|по|до|во|со|за|об|мы|вы|вам|вас|не|ни|но|да|под|над|обе|оба|азия|азии|сша)$/;

const citation =
  /^(?:см|обзор|литератур|публикаци|статья|статье|автор|авторы|авторов|описан|описана|описано|описали|описал|предложен|предложена|предложенн|руководств|монографи|издани)/;

function decide(tokens: readonly TextToken[], group: readonly Part[], text: string): NameSpan | undefined {
  const isIntroduced = cueBefore(tokens, group[0]?.from ?? 0) !== undefined;
  const parts = isIntroduced ? withoutNextSentence(group) : trim(tokens, group);
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return undefined;
  const cue = cueBefore(tokens, first.from);
  if (isHonoured(tokens, first.from) || isCited(tokens, first.from, last.to, text, cue)) return undefined;
  const roles = parts.map(({ role }) => role);
  const count = (role: Part['role']) => roles.filter((name) => name === role).length;
  const hasFull = count('surname') + count('other') > 0;
  const token = tokens[first.from];
  let isName = false;
  if (count('patronymic') > 0) {
    const patronymic = parts.find(({ role }) => role === 'patronymic');
    isName = parts.length > 1 || Boolean(patronymic?.isSure) || cue !== undefined;
    if (parts.length === 1 && isEponym(tokens, first.from)) isName = false;
  } else if (count('first') > 0 && (hasFull || count('initial') > 0)) {
    isName = !(isEponym(tokens, first.from) && cue === undefined);
  } else if (count('initial') > 0 && hasFull) {
    isName = cue !== undefined || (!isEponym(tokens, first.from) && initialsProve(tokens, parts));
  } else if (count('first') > 0) {
    isName = firstAlone(tokens, parts, cue);
  } else if (hasFull) {
    isName = surnameAlone(tokens, parts, cue);
  }
  if (!isName || !token) return undefined;
  const end = tokens[last.to]?.end ?? token.end;
  const guide =
    parts.find(({ role }) => role === 'patronymic' && parts.length > 0 && role === 'patronymic') ??
    parts.find(({ role }) => role === 'first') ??
    parts.find(({ role }) => role === 'surname');
  const sexOf = guide?.sex ?? parts.find(({ sex }) => sex !== undefined)?.sex;
  return {
    kind: roles.every((role) => role === 'patronymic') ? 'patronymic' : 'name',
    start: token.start,
    end,
    sex: sexOf,
    grammar: guide?.grammar ?? 'nominative',
    first: first.from,
    last: last.to,
  };
}

/** Drops the start of a sentence: «Кровь Андреева», «Семья Морозовых». */
function trim(tokens: readonly TextToken[], group: readonly Part[]): Part[] {
  const parts = [...group];
  while (parts.length > 1) {
    const [head, second] = parts;
    const token = head && tokens[head.from];
    if (!head || !second || !token) break;
    const isWord = head.role === 'other' && !head.isSure && (token.isFirst || second.role === 'other');
    const isWeak =
      head.role === 'surname' &&
      !head.isSure &&
      token.isFirst &&
      second.role !== 'first' &&
      second.role !== 'initial' &&
      second.role !== 'patronymic';
    // «Бондаренко О. П.» keeps its unknown surname, «Осмотрена Мария» loses its verb.
    const keepsUnknown =
      isWord && (second.role === 'initial' || second.role === 'first') && !isVerb(token.key);
    if ((isWord && !keepsUnknown) || isWeak) parts.shift();
    else break;
  }
  const rest = withoutNextSentence(parts);
  const tail = rest.at(-1);
  if (
    rest.length > 1 &&
    tail?.role === 'other' &&
    !rest.some(({ role }) => role === 'first' || role === 'initial' || role === 'other')
  )
    rest.pop();
  return rest;
}

/** «Гайфулиной Ж. Ф. Жалобы»: a sentence starts after the initials. */
function withoutNextSentence(parts: readonly Part[]): Part[] {
  const initial = parts.findLastIndex(({ role }) => role === 'initial');
  return initial > 0 && parts[0]?.role !== 'initial' ? parts.slice(0, initial + 1) : [...parts];
}

/** «И. С. Петров» is a person; a single letter may end a sentence: «галактозидазы А. Агалсидаза». */
function initialsProve(tokens: readonly TextToken[], parts: readonly Part[]): boolean {
  const initials = parts.filter(({ role }) => role === 'initial');
  if (initials.some(({ from }) => !/^[А-ЯЁ]/.test(tokens[from]?.text ?? ''))) return false;
  if (initials.length >= 2) return true;
  const surname = parts.find(({ role }) => role === 'surname');
  if (!surname) return false;
  return parts[0]?.role === 'initial' ? surname.isSure : true;
}

function isVerb(key: string): boolean {
  return /(?:л|ла|ло|ли|лся|лась|лось|лись|ен|ена|ено|ены|ан|ана|ано|аны|ят|ят[оаы]|ет|ит|ют|ат)$/.test(key);
}

/** The word for a person before a name, ignoring punctuation. */
function cueBefore(tokens: readonly TextToken[], from: number): TextToken | undefined {
  let at = from - 1;
  const sentence = tokens[from]?.sentence;
  while (at >= 0 && /^[,:—–\-(«"]$/.test(tokens[at]?.text ?? '')) at -= 1;
  const before = tokens[at];
  if (!before) return undefined;
  if (before.sentence !== sentence) return undefined;
  if (before.text === '.' && tokens[at - 1]?.key === 'гр') return tokens[at - 1];
  if (before.key === 'имени' && tokens[at - 1]?.key === 'по') return before;
  return isPerson(before.key) ? before : undefined;
}

function isDirect(tokens: readonly TextToken[], from: number, cue: TextToken | undefined): boolean {
  if (!cue) return false;
  const before = tokens[from - 1];
  return (
    before === cue || ((before?.text === ':' || before?.text === '—') && /^(?:фио|фамили|имя)/.test(cue.key))
  );
}

function firstAlone(
  tokens: readonly TextToken[],
  parts: readonly Part[],
  cue: TextToken | undefined,
): boolean {
  const part = parts.find(({ role }) => role === 'first');
  if (!part) return false;
  const token = tokens[part.from];
  if (!token || (token.isUpper && cue === undefined)) return false;
  if (cue) return true;
  if (isEponym(tokens, part.from) || isJoined(tokens, part.from, part.to)) return false;
  if (isPlace(tokens, part.from) || isQuoted(tokens, part.from)) return false;
  if (part.isSure) return true;
  return isSubject(tokens, part.to);
}

function surnameAlone(
  tokens: readonly TextToken[],
  parts: readonly Part[],
  cue: TextToken | undefined,
): boolean {
  const [part] = parts;
  if (!part) return false;
  const token = tokens[part.from];
  if (!token || token.isUpper) return false;
  if (isDirect(tokens, part.from, cue))
    return (
      part.isSure ||
      ((!/^(?:пациент|больн)/.test(cue?.key ?? '') || !isDisease(token.key)) && !isEponym(tokens, part.from))
    );
  if (isJoined(tokens, part.from, part.to)) return false;
  // «у младшего брата, Данияра, симптомов нет»
  const closes = /^[,).]$/.test(
    tokens[parts.at(-1)?.to === undefined ? 0 : (parts.at(-1)?.to ?? 0) + 1]?.text ?? '',
  );
  if (
    cue &&
    closes &&
    !/^(?:пациент|больн|семь)/.test(cue.key) &&
    !isDisease(token.key) &&
    !isEponym(tokens, part.from)
  )
    return true;
  if (isEponym(tokens, part.from) || isPlace(tokens, part.from) || isQuoted(tokens, part.from)) return false;
  if (part.role !== 'surname') return false;
  const surname = findSurname(token.key);
  if (cue && (surname?.proof === 'strong' || surname?.proof === 'common')) return true;
  // «взята у Левина»: after «у» a capitalised word is a person; diseases have no capital.
  if (tokens[part.from - 1]?.key === 'у' && !token.isFirst && !isDisease(token.key)) return true;
  if (part.isSure) {
    const isPlural =
      surname?.proof === 'common'
        ? token.isFirst && token.key.endsWith('ых')
        : /(?:[оеё]в|ых)$/.test(token.key);
    return !isPlural && !isPartOfName(tokens, part) && !isAdjective(tokens, part);
  }
  if (!token.isFirst || !surname) return false;
  if (surname.proof === 'strong' && /(?:енко|швили|дзе|ян)$/.test(token.key)) return true;
  return (
    (surname.proof === 'strong' || isWoman(token.key)) &&
    !token.key.endsWith('ых') &&
    isSubject(tokens, part.to)
  );
}

/** «Лыткина обратилась»; nouns in -ина are few. */
function isWoman(key: string): boolean {
  return (
    key.endsWith('ина') &&
    !/^(?:ангина|причина|вакцина|картина|половина|величина|медицина|женщина|мужчина|резина|спина|вершина|глубина|ширина|длина|толщина|середина|пуповина|скарлатина|машина|кончина|дисциплина|брюшина|вагина|ретина|патина|расщелина|извилина|впадина|трещина|родина|старшина|малина|стремнина|седловина|пластина|пружина|сердцевина|новина|древесина|мякина|слезина)$/.test(
      key,
    )
  );
}

/** Word parts of diseases, which are sometimes capitalised. */
const disease =
  /(?:ый|ое|ые|яя|ее|[^с][кгх]ий|ний|щий|ший|ная|тая|вая|лая|щая|ая|ность|ния|мия|фия|зия|лия|рия|тия|пия|сия|кия|ция|бия|ние|оз|ез|ит|ома|изм|аза|дром|фект|цит|плазма|рак|опухоль|порок|киста|травма|боль|кашель|отек|шок|криз|грипп|энзим|генез|плегия|трофия|патия)$/;

function isDisease(key: string): boolean {
  if (key.includes('ческ')) return true;
  return !/[сц]к(?:ий|ая|ой|ого|ому|им|ую)$/.test(key) && disease.test(key);
}

/** «Подоненко — Богдановой»: names joined by a dash are an eponym. */
function isJoined(tokens: readonly TextToken[], from: number, to: number): boolean {
  const joins = (dash: TextToken | undefined, other: TextToken | undefined) =>
    Boolean(
      dash && /^[—–-]$/.test(dash.text) && other?.isCapital && !isPerson(other.key) && other.text.length > 1,
    );
  return joins(tokens[from - 1], tokens[from - 2]) || joins(tokens[to + 1], tokens[to + 2]);
}

/** «Транексамовой кислоты»: an adjective before its noun. */
function isAdjective(tokens: readonly TextToken[], part: Part): boolean {
  const token = tokens[part.from];
  const next = tokens[part.to + 1];
  if (!token || !next?.isWord || next.isCapital || !/(?:[оеи]вой|иной|ым)$/.test(token.key)) return false;
  return /(?:[ыиоея]й|ы|и|ом|ем)$/.test(next.key) && !isVerb(next.key) && next.key.length > 3;
}

/** «Союз Педиатров», «Общество Генетиков»: an organisation. */
function isPartOfName(tokens: readonly TextToken[], part: Part): boolean {
  const before = tokens[part.from - 1];
  return Boolean(
    before &&
    /^(?:союз|обществ|ассоциаци|фонд|центр|институт|клиник|больниц|премия|премии|школ)/.test(before.key),
  );
}

/** Whether the name is a subject: «Роман перенёс пневмонию», but «Вера в терапию», «Роза ветров». */
function isSubject(tokens: readonly TextToken[], to: number): boolean {
  for (let at = to + 1; at <= to + 3; at += 1) {
    const token = tokens[at];
    if (!token || token.isCapital || token.key === 'нет') return false;
    if (token.text === ',' && /^\d+$/.test(tokens[at + 1]?.text ?? '')) return true;
    if (!token.isWord) return false;
    if (/(?:лась|лось|ся)$/.test(token.key) && !/(?:лся|алась)$/.test(token.key)) return false;
    if (/(?:л|ла|лся|лась|нес|вез|мог|рос|умер|ает|яет|ует|ит|жит|ен|ена|ан|ана|ет)$/.test(token.key))
      return true;
    if (!/(?:о|и|ь|не|уже|еще|вновь|снова)$/.test(token.key)) return false;
  }
  return false;
}

function isPlace(tokens: readonly TextToken[], at: number): boolean {
  const before = tokens[at - 1];
  const key = before?.text === '.' ? tokens[at - 2]?.key : before?.key;
  return /^(?:в|во|из|под|г|гор|город|города|городе|улиц[аеуы]?|ул|станци[яи]|остров[ае]?|река|фестивал[ья])$/.test(
    key ?? '',
  );
}

function isQuoted(tokens: readonly TextToken[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  return before === '«' || before === '"' || before === '“';
}

/** «имени Н. П. Бочкова», «им. Сеченова». */
function isHonoured(tokens: readonly TextToken[], from: number): boolean {
  for (let at = from - 1, steps = 0; at >= 0 && steps < 4; at -= 1, steps += 1) {
    const token = tokens[at];
    if (!token) return false;
    if (token.key === 'имени' || token.key === 'им') return tokens[at - 1]?.key !== 'по';
    if (token.text !== '.' && !/^(?:академика|профессора|акад|проф|доктора|святой|святого)$/.test(token.key))
      return false;
  }
  return false;
}

/** Cited authors: «Иванов и соавт. (2018)», «(Петров А. В., 2019)». */
function isCited(
  tokens: readonly TextToken[],
  from: number,
  to: number,
  text: string,
  cue: TextToken | undefined,
): boolean {
  if (cue) return false;
  const end = tokens[to]?.end ?? 0;
  const after = text.slice(end, end + 24);
  if (/^[\s,]{0,2}(?:и соавт|и др\.|et al|с соавт)/.test(after)) return true;
  if (/^[\s,]{0,3}\(?(?:19|20)\d\d\)/.test(after)) return true;
  const sentence = tokens[from]?.sentence;
  for (let at = from - 1, steps = 0; at >= 0 && steps < 12; at -= 1, steps += 1) {
    const token = tokens[at];
    if (!token || token.sentence !== sentence) break;
    if (isPerson(token.key)) return false;
    if (citation.test(token.key)) return true;
  }
  return false;
}
