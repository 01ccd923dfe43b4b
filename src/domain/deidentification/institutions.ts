import type { TextSpan } from './finding.ts';

/** Verbs that place a person in an institution. */
const staying =
  /(?:уч(?:ит|ил)(?:ся|ась)|учени[кц]|учащ|обуча|посеща|ходит в|воспитыва|воспитанни|(?<!раз|об)работа|служ|трудит|наблюда|диагноз\sпоставлен|на\sлечении|леч(?:ит|ил)|лежал|госпитализ|поступил|перевед|доставл|направл|родил|состоит|студент|сотрудни|учител|прикрепл|выписан|оперирован|операция\sв|роды)/iu;

const cap = '[А-ЯЁ][а-яё]{2,20}(?:-[А-ЯЁ]?[а-яё]{2,20})?';
const noun =
  '(?:(?:детск|средн|городск|районн|областн|краев|республиканск|центральн|родильн|участков|музыкальн|спортивн|вспомогательн|коррекционн|общеобразовательн|федеральн|государственн|политехническ|медицинск|педагогическ|техническ|технологическ|художественн|металлургическ|машиностроительн|химическ|клиническ|психоневрологическ|социальн|[А-ЯЁ][а-яё]{2,16}ск)[а-яё]{2,3}\\s){0,4}(?:школ[а-яё]{1,2}|гимнази[а-яё]{1,2}|лице[йяюе]м?|сад(?:а|у|е|ом|ик)?|детсад[а-яё]{0,2}|ясл[а-яё]{1,2}|дом(?:а|у|е|ом)?|интернат[а-яё]{0,2}|школ[а-яё]{1,2}-интернат[а-яё]{0,2}|роддом[а-яё]{0,2}|больниц[а-яё]{1,2}|поликлиник[а-яё]{1,2}|диспансер[а-яё]{0,2}|хоспис[а-яё]{0,2}|[ДГРОКЦМ]{0,4}(?:КБ|РБ|ГБ|ОБ)|ДГКБ|ГКБ|ЦРБ|РКБ|ОКБ|ДРКБ|ЦГБ|МСЧ|РДКБ|ОДКБ|ДГП|ГП|МБДОУ|МБОУ|в/ч|(?:войсков|воинск)[а-яё]{2}\\sчаст[а-яё]{1,2}|колони[а-яё]{1,2}|университет[а-яё]{0,2}|институт[а-яё]{0,2}|колледж[а-яё]{0,2}|техникум[а-яё]{0,2}|училищ[а-яё]{1,2}|завод[а-яё]{0,2}|фабрик[а-яё]{1,2}|комбинат[а-яё]{0,2}|шахт[а-яё]{1,2}|рудник[а-яё]{0,2})';
const number = '\\s{0,2}(?:№|N)?\\s{0,2}\\d{1,6}';
const quoted = '\\s{0,2}«[^»\\n]{2,40}»';
const seat = `\\s{0,2}(?:г\\.|города|города|пос\\.|посёлка|села|станицы)\\s{0,2}${cap}(?:\\s${cap})?`;

const places = new RegExp(
  `(?<![\\p{L}\\d-])(\\d{1,4}(?:-?(?:й|ой|я|ая|ю|ую|м|ом|го|ого))\\s)?${noun}(?![\\p{L}])((?:${number})?(?:${quoted})?(?:${seat})?)`,
  'giu',
);
const work = new RegExp(
  `(?:[Рр]абота(?:ет|л|ла|ют|ющ[а-яё]{2,3})|[Тт]руд(?:ится|ился|илась)|[Сс]луж(?:ит|ил|ила))\\s(?:[а-яё]{3,20}\\s){0,2}(?:на|в|во)\\s(${cap}|«[^»\\n]{2,40}»)`,
  'gu',
);

/**
 * «ГБУЗ СОКБ им. В. Д. Середавина», «роддом имени Снегирёва»; regional institutions are recognised by their
 * legal form.
 */
const honoured = new RegExp(
  `(?<![\\p{L}\\d-])((?:[ФО]?ГБУЗ|[ОК]?ГАУЗ|ГУЗ|ОГУЗ|КГБУЗ|КГУЗ|МБУЗ|МАУЗ|МУЗ|БУЗ|ГКУЗ)\\s)?«?(?:[А-ЯЁ]{2,7}|(?:[а-яё]{4,20}\\s){0,3}(?:больниц|клиник|поликлиник|диспансер|госпитал|роддом|родильн[а-яё]{2,3}\\sдом|хоспис|школ|гимнази|лице|институт|центр|университет|колледж|училищ)[а-яё]{0,3})(?:\\s№\\s?\\d{1,4})?\\s(?:им\\.|имени)\\s?(?:[А-ЯЁ]\\.\\s?){0,2}${cap}(?:\\s${cap})?»?`,
  'gu',
);

/** Schools, hospitals and works by number or name, when the patient is there. */
export function findInstitutions(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of text.matchAll(places)) {
    const phrase = `${match[1] ?? ''}${match[2] ?? ''}`;
    const own = /(?:^|\s)[А-ЯЁ][а-яё]{2,16}ск(?:ого|ой|ом|ий|ая|ую|им)\s/.test(match[0]);
    if (phrase.trim() === '' && !own) continue;
    // «дом 7» is an address; «детский дом» has an adjective.
    if (match[0].toLowerCase().startsWith('дом')) continue;
    const sentence = around(text, match.index, match.index + match[0].length);
    if (!staying.test(sentence)) continue;
    found.push({ kind: 'institution', start: match.index, end: match.index + match[0].trimEnd().length });
  }
  for (const match of text.matchAll(honoured)) {
    const end = match.index + match[0].length;
    if (match[1] === undefined && !staying.test(around(text, match.index, end))) continue;
    found.push({ kind: 'institution', start: match.index, end });
  }
  for (const match of text.matchAll(work)) {
    const place = match[1] ?? '';
    if (/^(?:Москв|Росси|Санкт|Европ|Герман)/.test(place)) continue;
    const start = match.index + match[0].length - place.length;
    found.push({ kind: 'institution', start, end: start + place.length });
  }
  return found;
}

function around(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 100), start);
  const from = Math.max(before.lastIndexOf('\n'), before.search(/[а-яё)]{3}[.!?]\s+[А-ЯЁ][^.!?]*$/u));
  const after = text.slice(end, end + 40).split(/[.!?\n]/)[0] ?? '';
  return before.slice(from + 1) + after;
}
