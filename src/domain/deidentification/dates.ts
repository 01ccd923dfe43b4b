import type { TextSpan } from './finding.ts';

export interface DateSpan extends TextSpan {
  kind: 'date';
  /** Parts that are given; month 1–12. */
  day?: number | undefined;
  month?: number | undefined;
  year?: number | undefined;
  isBirth: boolean;
}

const months = ['янв', 'фев', 'мар', 'апр', 'ма', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
const month =
  '(?:январ[ьяеюё]м?|феврал[ьяею]м?|март[аеу]?(?:ом)?|апрел[ьяею]м?|ма[йяею]м?|июн[ьяею]м?|июл[ьяею]м?|август[аеу]?(?:ом)?|сентябр[ьяею]м?|октябр[ьяею]м?|ноябр[ьяею]м?|декабр[ьяею]м?|янв\\.?|февр?\\.?|мар\\.?|апр\\.?|авг\\.?|сент?\\.?|окт\\.?|нояб?\\.?|дек\\.?)(?![а-яё])';
const year = '(?:19|20)\\d{2}';
/** «г.», «года», «г. р.», «года рождения» after a date. */
const tail =
  '(?:-?го)?(?:\\s{0,2}(?:г\\.\\s?р\\.?|г\\.?(?![а-яё])|год(?:а|у)?(?![а-яё])))?(?:\\s{0,2}рожд\\.?[а-яё]{0,6})?';
/** «1 сент. 14», «3 октября 09 г.»: a two-digit year without a counted noun after it. */
const shortYear =
  '(?:(?<=\\.\\s{1,2})(\\d{2})(?=\\s{0,2}(?:[.,;:)]|$|г\\.?(?![а-яё])|[а-яё]{3,16}(?:[а-яё]н|ла?|на|но|ны|ли)(?![а-яё])))|(\\d{2})(?=\\s{0,2}г(?:\\.|од)))(?:\\s{0,2}г\\.?(?![а-яё]))?';
/** Ordinal days: «третьего», «двадцать третьего», «первое». */
const ordinals = [
  'перв',
  'втор',
  'трет',
  'четв[её]рт',
  'пят',
  'шест',
  'седьм',
  'восьм',
  'девят',
  'десят',
  'одиннадцат',
  'двенадцат',
  'тринадцат',
  'четырнадцат',
  'пятнадцат',
  'шестнадцат',
  'семнадцат',
  'восемнадцат',
  'девятнадцат',
  'двадцат',
  'тридцат',
];
/** Church and state holidays, in any calendar. */
const feasts = [
  '(?:Светл(?:ой|ую)\\s)?Пасх(?:а|и|у|е|ой)',
  'Рождеств[ао](?:\\sХристова?)?',
  'Крещени(?:е|я)',
  'Троиц(?:а|ы|у)',
  '(?:Масленичной\\sнеделе|Маслениц(?:а|ы|у))',
  'Покров(?:а|у)?',
  'Благовещени(?:е|я)',
  'Вербно(?:е|го)\\sвоскресень[ея]',
  'Радониц(?:а|ы|у)',
  'Медов(?:ый|ого)\\sСпаса?',
  'Яблочн(?:ый|ого)\\sСпаса?',
  '(?:Ураза|Курбан)-[Бб]айрама?',
  'Рамадана?',
  'Навруза?',
  'Сабанту(?:й|я)',
  'Песаха?',
  'Ханук(?:а|и|у)',
  'Нов(?:ый|ого)\\s[Гг]ода?',
  '[Дд](?:ень|ня|ню)\\s(?:Победы|России|[Зз]наний|[Уу]чителя|[Гг]орода|[Зз]ащитника\\sОтечества|народного\\sединства)',
  'Первома(?:й|я)',
].join('|');
const ending = '(?:ого|ому|ым|ое|ьего|ьему|ьим|ье)';
const dayInWords = `(?:(двадцать|тридцать)\\s{1,2})?(${ordinals.join('|')})${ending}`;
/** «две тысячи восемнадцатого года», «тысяча девятьсот девяносто пятого». */
const yearInWords =
  '(?:две\\s{1,2}тысячи|двухтысячного|(?:одна\\s{1,2})?тысяча\\s{1,2}девятьсот)(?:\\s{1,2}[а-яё]{3,16}(?:надцать|дцать|сорок|сят|носто|ого|ьего))?(?:\\s{1,2}[а-яё]{3,16}(?:ого|ьего))?(?:\\s{1,2}года?)?';
const before = '(?<![\\p{L}\\d.,:/-])';
const roman: Record<string, number> = {
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
  vii: 7,
  viii: 8,
  ix: 9,
  x: 10,
  xi: 11,
  xii: 12,
};

const patterns: {
  expression: RegExp;
  read: (match: RegExpExecArray, text: string) => Partial<DateSpan> | undefined;
}[] = [
  {
    expression: new RegExp(
      `${before}(\\d{1,2})\\s?([./-])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{4}|\\d{2})(?!\\d|[.,/-]\\d)${tail}`,
      'giu',
    ),
    read: (match, text) => {
      const [, day = '', mark = '', middle = '', last = ''] = match;
      const end = match.index + match[0].length;
      if (!isDay(day, middle)) return undefined;
      if (
        last.length === 2 &&
        (isMeasured(text, end) ||
          (mark !== '.' && /доз[аыуе]\s{0,2}$/i.test(text.slice(Math.max(0, match.index - 8), match.index))))
      )
        return undefined;
      // «10-12-14» is a date only with a preposition or a full year.
      if (mark === '-' && last.length === 2 && !hasCue(text, match.index)) return undefined;
      const years = last.length === 2 ? fullYear(last) : Number(last);
      if (years < 1900 || years > 2100) return undefined;
      return { day: Number(day), month: Number(middle), year: years };
    },
  },
  {
    expression: new RegExp(`${before}(${year})([.-])(\\d{2})\\2(\\d{2})(?!\\d|[.,/-]\\d)${tail}`, 'giu'),
    read: ([, years = '', , middle = '', day = '']) =>
      isDay(day, middle) ? { day: Number(day), month: Number(middle), year: Number(years) } : undefined,
  },
  {
    expression: new RegExp(
      `${before}(\\d{1,2})[./-](XII|XI|X|IX|VIII|VII|VI|V|IV|III|II|I)[./-](\\d{4}|\\d{2})(?!\\d)${tail}`,
      'gu',
    ),
    read: ([, day = '', middle = '', last = '']) => ({
      day: Number(day),
      month: roman[middle.toLowerCase()],
      year: last.length === 2 ? fullYear(last) : Number(last),
    }),
  },
  {
    expression: new RegExp(
      // «с 3 на 4 февраля» is one finding.
      `${before}(?:\\d{1,2}\\sна\\s)?(\\d{1,2})(?:-?(?:го|е|ого|му))?\\s{1,2}(${month})(?:\\s{1,2}(?:(${year})${tail}|${shortYear}))?`,
      'giu',
    ),
    read: ([, day = '', word = '', years, dotted, lastYear]) =>
      Number(day) >= 1 && Number(day) <= 31
        ? { day: Number(day), month: monthOf(word), year: yearOf(years, dotted, lastYear) }
        : undefined,
  },
  {
    expression: new RegExp(
      `(?<![\\p{L}\\d])${dayInWords}\\s{1,2}(${month})(?:\\s{1,2}(?:(${year})${tail}|${yearInWords}))?`,
      'giu',
    ),
    read: ([, tens, word = '', name = '', years]) => ({
      day: dayOfWords(tens, word),
      month: monthOf(name),
      year: years === undefined ? undefined : Number(years),
    }),
  },
  {
    // «на второй день Пасхи 2020», «на Троицу в 2017 году»
    expression: new RegExp(
      `(?<![\\p{L}\\d-])(?:(?:[Нн]а|[Вв]о?|[Сс]о?|[Дд]о|[Пп]осле|[Нн]акануне|[Пп]еред|[Кк]о?)\\s)?(?:(?:(?:${ordinals.join('|')})(?:ый|ой|ий)|\\d{1,2}-й)\\s(?:день|сутки)\\s)?(?:${feasts})(?![\\p{L}-])\\s{1,2}(?:в\\s)?(${year})(?!\\d)(?:\\s{0,2}(?:г\\.?(?![а-яё])|год(?:а|у)?(?![а-яё])))?`,
      'gu',
    ),
    read: ([, years = '']) => ({ year: Number(years) }),
  },
  {
    // «с 12 по 19 марта»: the first day of a stay.
    expression: new RegExp(
      `${before}(\\d{1,2})(?:-?го)?(?=\\s{0,2}(?:по|до|и|[-–—])\\s{0,2}\\d{1,2}(?:-?го|-?е)?\\s${month})`,
      'giu',
    ),
    read: ([, day = '']) => (Number(day) >= 1 && Number(day) <= 31 ? { day: Number(day) } : undefined),
  },
  {
    expression: new RegExp(`(?<![\\p{L}\\d])(${month})\\s{1,2}(${year})(?!\\d)${tail}`, 'giu'),
    read: ([, word = '', years = '']) => ({ month: monthOf(word), year: Number(years) }),
  },
  {
    expression: new RegExp(`${before}(0[1-9]|1[0-2])[./](${year})(?!\\d|[.,/-]\\d)${tail}`, 'giu'),
    read: ([, middle = '', years = '']) => ({ month: Number(middle), year: Number(years) }),
  },
  {
    // «с 09.09 по 21.09»: without a year only after a preposition and without a unit.
    expression: new RegExp(`${before}(0[1-9]|[12]\\d|3[01])\\.(0[1-9]|1[0-2])(?!\\d|[.,/]\\d)`, 'giu'),
    read: (match, text) =>
      hasCue(text, match.index) && !isMeasured(text, match.index + match[0].length)
        ? { day: Number(match[1]), month: Number(match[2]) }
        : undefined,
  },
  {
    expression: new RegExp(
      `(?<![\\p{L}\\d])(${year})\\s{0,2}(?:г\\.?\\s?р\\.?(?![а-яё])|(?:г\\.?|года?)\\s{0,2}рожд[а-яё.]{0,7})`,
      'giu',
    ),
    read: ([, years = '']) => ({ year: Number(years), isBirth: true }),
  },
  {
    expression: new RegExp(
      `(?<=(?:рожд[а-яё.]{0,6}|г\\.\\s?р\\.|родил(?:ся|ась)(?:\\s{1,2}в)?)[\\s:]{0,3})(${year})(?!\\d)(?:\\s{0,2}г(?:\\.|оду|ода))?`,
      'giu',
    ),
    read: ([, years = '']) => ({ year: Number(years), isBirth: true }),
  },
];

/** Dates about a person; dates of laws, articles and approvals are skipped. */
export function findDates(text: string): DateSpan[] {
  const found: DateSpan[] = [];
  for (const { expression, read } of patterns)
    for (const match of text.matchAll(expression)) {
      const parsed = read(match, text);
      const start = match.index;
      if (!parsed || isPublic(text, start)) continue;
      const end = start + match[0].trimEnd().length;
      const isBirth =
        parsed.isBirth === true ||
        /рожд|г\.\s?р/i.test(match[0]) ||
        /(?:рожд[а-яё.]{0,6}|родил[а-я]{2,3})[\s:—–-]{0,4}$/i.test(
          text.slice(Math.max(0, start - 24), start),
        );
      found.push({ kind: 'date', start, end, ...parsed, isBirth });
    }
  return found;
}

function isDay(day: string, middle: string): boolean {
  const [days, number] = [Number(day), Number(middle)];
  return days >= 1 && days <= 31 && number >= 1 && number <= 12;
}

/** «двадцать», «третьего» → 23; `word` is one of `ordinals`. */
function dayOfWords(tens: string | undefined, word: string): number {
  const unit = ordinals.findIndex((start) => new RegExp(`^${start}$`, 'i').test(word)) + 1;
  if (unit === 21) return 30;
  return unit + (tens === undefined ? 0 : tens.toLowerCase().startsWith('тр') ? 30 : 20);
}

function monthOf(word: string): number | undefined {
  const key = word.toLowerCase();
  const index = months.findIndex((start) => key.startsWith(start));
  return index < 0 ? undefined : /^ма[йяею]/.test(key) ? 5 : index + 1;
}

const yearOf = (whole: string | undefined, ...short: (string | undefined)[]): number | undefined => {
  const two = short.find((digits) => digits !== undefined);
  return whole !== undefined ? Number(whole) : two === undefined ? undefined : fullYear(two);
};

/** Two-digit years: never in the future, never as early as 1930. */
function fullYear(digits: string): number {
  const number = Number(digits);
  return number > 40 ? 1900 + number : 2000 + number;
}

const units =
  /^\s{0,2}(?:[-–—]\s{0,2}\d|(?:до|к|из)\s{1,2}\d|%|°|×|х\s?10|мг|мкг|нг|пг|г\/|кг|мл|л\/|дл|ммоль|мкмоль|нмоль|моль|ед|ме(?![а-я])|мм|см|м(?![а-яё])|мин|сек|час|ч(?![а-яё])|балл|кд|гц|тыс)/i;

function isMeasured(text: string, end: number): boolean {
  return units.test(text.slice(end, end + 16));
}

function hasCue(text: string, start: number): boolean {
  return /(?:^|[\s(])(?:от|с|со|по|до|дата|на|поступил[аи]?|выписан[аы]?|госпитализирован[аы]?|осмотр|осмотрен[аы]?|взят[аы]?|обследован[аы]?|осмотр|визит|операция|выписка)[\s:—–]{1,3}$/i.test(
    text.slice(Math.max(0, start - 22), start),
  );
}

const published =
  /приказ|постановлен|распоряжен|закон|рекомендаци|стандарт|опубликован|публикаци|обращения к|дата обращения|дата доступа|одобрен|зарегистрирован в ро|зарегистрирован в рф|препарат зарегистр|регистрационн|верси[яию]|редакци|издани|срок[а]? годности|годен|годна|утвержд|журнал|стать[яеи]|конгресс|конференци|форум|серия препарата|инструкци/gi;
const personal =
  /пациент|больн[оыаущ]|поступ|госпитализ|осмотр|обследов|рожд|родил|выписан|операц|умер|скончал|мальчик|девочк|ребен|ребён|пожизнен|кров[ьи]|биопси/gi;

/** Whether the nearest cue in the sentence is a law, article or approval and not the patient. */
function isPublic(text: string, start: number): boolean {
  const window = text.slice(Math.max(0, start - 110), start);
  const sentence = window.slice(Math.max(window.lastIndexOf('\n'), lastStop(window)) + 1);
  const law = lastIndex(sentence, published);
  return law >= 0 && law > lastIndex(sentence, personal);
}

function lastStop(window: string): number {
  let last = -1;
  for (const match of window.matchAll(/[а-яё)]{3}[.!?]\s+(?=[А-ЯЁ])/g))
    last = match.index + match[0].length - 1;
  return last;
}

function lastIndex(text: string, expression: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(expression)) last = match.index;
  return last;
}
