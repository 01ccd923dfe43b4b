import { msPerHour } from './durations.ts';

/** Days, months and moments in Russian. Tables instead of Intl: a page formats dozens of them. */
const monthsOf = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
];
const months = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
];
const shortMonths = ['янв', 'фев', 'мар', 'апр', 'мая', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'];
const weekdays = ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота'];

/**
 * '2026-11-21' → «21 ноября 2026»; '2026-11' → «ноябрь 2026»; '2026' → «2026 год»; a moment is its day of
 * the portal; other text is unchanged.
 */
export function formatDay(text: string): string {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text.endsWith('Z') ? portalDay(text) : text);
  if (!found) return text;
  const [, year, month, day] = found;
  if (!month) return `${year} год`;
  if (!day) return `${months[Number(month) - 1] ?? month} ${year}`;
  return `${Number(day)} ${monthsOf[Number(month) - 1] ?? month} ${year}`;
}

/** Where the portal lives: its days begin at midnight of this zone, on pages, in letters and in rules alike. */
export const portalZone = 'Europe/Moscow';
const portalDays = new Intl.DateTimeFormat('sv-SE', { timeZone: portalZone });

/** The portal's day of a moment: '2026-11-21T22:00:00Z' → '2026-11-22'; a day or a local time keeps its own. */
export function portalDay(at: Date | string): string {
  if (typeof at === 'string' && !/[Zz]$/.test(at)) return at.slice(0, 10);
  // Days of Moscow begin at full hours. Formatting a moment costs a page more than all its other dates.
  const hour = Math.floor(new Date(at).getTime() / msPerHour);
  let day = dayOfHour.get(hour);
  if (day === undefined) {
    if (dayOfHour.size >= maxHours) dayOfHour.clear();
    dayOfHour.set(hour, (day = portalDays.format(hour * msPerHour)));
  }
  return day;
}
const maxHours = 10_000;
const dayOfHour = new Map<number, string>();

/** The moment when the portal's next day begins. */
export const nextPortalDay = (at: Date): Date =>
  new Date(withOffset(`${daysAfter(portalDay(at), 1)}T00:00`, portalZone));

const wordOfMonth = new Map(
  [...monthsOf, ...months, ...shortMonths].map((word, index) => [word, (index % 12) + 1]),
);
const two = (number: number | string) => String(number).padStart(2, '0');
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`);

/**
 * A day, month or moment as people write it in the form that is kept, a span as an ISO interval; other text is
 * unchanged, for a check to refuse. The days need not exist: '31.02.2026' → '2026-02-31'.
 *
 * '28.11.26', '28 ноября 2026 г.' → '2026-11-28'; '28.11.2026, 10:00' → '2026-11-28T10:00'; 'ноябрь 2026' →
 * '2026-11'; '28–30 ноября 2026' → '2026-11-28/2026-11-30'; an offset stays: '2026-11-28T10:00+10:00'.
 */
export function readDay(given: string): string {
  const text = given
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:г\.?|года?)(?=$|[ ,])/, '');
  const [, date, hour, minute] = /^(.+?)(?:,| в)? (\d{1,2})[:.](\d\d)(?::\d\d)?$/.exec(text) ?? [];
  if (date && hour && minute) {
    const day = readDay(date);
    return isDay(day) ? `${day}T${two(hour)}:${minute}` : given;
  }
  const moment = /^(\d{4}-\d\d-\d\d)[ t](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(z|[+-]\d\d:?\d\d)?$/.exec(text);
  if (moment) return `${moment[1]}T${moment[2]}${withColon(moment[3])}`;
  const span = /^([^—–]*[^—– ]) ?[—–] ?(.+)/.exec(text) ?? /^(\d{1,2}(?: [а-я]+)?) ?- ?(\d.+)$/.exec(text);
  if (span) {
    const end = readDay(span[2]!);
    const [year = '', month = ''] = end.split('-');
    const begin = /^\d{1,2}$/.test(span[1]!)
      ? `${year}-${month}-${two(span[1]!)}`
      : readDay(/\d{4}|\.\d\d$/.test(span[1]!) ? span[1]! : `${span[1]!} ${year}`);
    return isDay(begin) && isDay(end) ? `${begin}/${end}` : given;
  }
  const figures = /^(?:(\d{1,2})[./])?(\d{1,2})[./](\d{4}|\d\d)$/.exec(text);
  if (figures && (figures[1] || figures[3]!.length === 4))
    return [fullYear(figures[3]!), two(figures[2]!), ...(figures[1] ? [two(figures[1])] : [])].join('-');
  const words = /^(?:(\d{1,2}) )?([а-я]+)\.? (\d{4}|\d\d)$/.exec(text);
  const month = words && wordOfMonth.get(words[2]!);
  if (month) return [fullYear(words[3]!), two(month), ...(words[1] ? [two(words[1])] : [])].join('-');
  return given.trim();
}

const withColon = (text = '') => (text === 'z' ? 'Z' : text.replace(/^(.\d\d)(\d\d)$/, '$1:$2'));

/** Whether a day ('2026-11-28'), month or year exists, within reason: from 1900 to 2100. */
export function isDay(text: string, isPartial = false): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (!year || Number(year) < 1900 || Number(year) > 2100) return false;
  if (!day && !isPartial) return false;
  const date = `${year}-${month ?? '01'}-${day ?? '01'}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** The wall clock of a zone at an instant: '2026-11-28T10:00+03:00' in Vladivostok → '2026-11-28T17:00'. */
export function localTime(instant: string, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(instant)).replace(' ', 'T');
}

/** Adds months to a day: '2025-07-03', 6 → '2026-01-03'; overflow of a short month goes into the next. */
export function monthsAfter(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + later, date)).toISOString().slice(0, 10);
}

/** Adds days: '2025-12-31', 1 → '2026-01-01'. */
export const daysAfter = (day: string, later: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + later * 86_400_000).toISOString().slice(0, 10);

/** Whether the day of a moment has passed; `today` is called so that a page is invalidated when it does. */
export function hasEnded(moment: string, today: (until: string) => string): boolean {
  const day = moment.slice(0, 10);
  return day !== '' && today(day) > day;
}

/** Year of a partial date. */
export function yearOf(text: string): number {
  return Number(text.slice(0, 4));
}

/** Calendar leaf: 28 and «ноя». */
export function leafOf(text: string): { day: string; month: string } {
  return { day: String(Number(text.slice(8, 10))), month: shortMonths[Number(text.slice(5, 7)) - 1] ?? '' };
}

/** A partial date as a fraction of years, for axes: '2024-07' is about 2024.5. */
export function yearFraction(text: string): number {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return year + (month - 1) / 12 + (day - 1) / 365;
}

/** «28 ноября 2026, суббота, 10:00 (мск, UTC+3)»; a day without a time has no zone. */
export function formatMoment(text: string, zone: string): string {
  const [day = '', time] = text.split('T');
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
  const formatted = `${formatDay(day)}${weekday ? `, ${weekday}` : ''}`;
  return time ? `${formatted}, ${time} (${zoneTitle(zone, text)})` : formatted;
}

/** A time span without repeating the shared parts. */
export function formatSpan(start: string, end: string | undefined, zone: string): string {
  if (!end || end === start) return formatMoment(start, zone);
  const [startDay = '', startTime] = start.split('T');
  const [endDay = '', endTime] = end.split('T');
  if (startDay === endDay)
    return startTime && endTime
      ? formatMoment(start, zone).replace(startTime, `${startTime}–${endTime}`)
      : formatMoment(start, zone);
  if (startTime || endTime) return `${formatMoment(start, zone)} — ${formatMoment(end, zone)}`;
  const [startYear, startMonth, startDate] = startDay.split('-');
  const [endYear, endMonth] = endDay.split('-');
  if (startYear !== endYear) return `${formatDay(startDay)} — ${formatDay(endDay)}`;
  if (startMonth !== endMonth)
    return `${Number(startDate)} ${monthsOf[Number(startMonth) - 1]} — ${formatDay(endDay)}`;
  return `${Number(startDate)}–${formatDay(endDay)}`;
}

const zoneNames: Record<string, string> = {
  'Europe/Moscow': 'мск',
  'Europe/Kaliningrad': 'калининградское время',
  'Europe/Samara': 'самарское время',
  'Asia/Yekaterinburg': 'екатеринбургское время',
  'Asia/Omsk': 'омское время',
  'Asia/Novosibirsk': 'новосибирское время',
  'Asia/Krasnoyarsk': 'красноярское время',
  'Asia/Irkutsk': 'иркутское время',
  'Asia/Yakutsk': 'якутское время',
  'Asia/Vladivostok': 'владивостокское время',
  'Asia/Magadan': 'магаданское время',
  'Asia/Kamchatka': 'камчатское время',
};

function zoneTitle(zone: string, text: string): string {
  const offset = offsetOf(zone, text).replace(/^([+-])0?(\d+):00$/, '$1$2');
  const formatted = `UTC${offset}`;
  return zoneNames[zone] ? `${zoneNames[zone]}, ${formatted}` : formatted;
}

/** Local time with the offset of its zone for machines: '2026-11-28T10:00+03:00'; a bare day is unchanged. */
export function withOffset(text: string, zone: string): string {
  return text.includes('T') ? `${text}${offsetOf(zone, text)}` : text;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** '+03:00' for Moscow. The wall clock is taken for UTC, which ignores a clock change within those hours. */
function offsetOf(zone: string, text: string): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
  }
  const name = format
    .formatToParts(new Date(`${text}:00Z`))
    .find(({ type }) => type === 'timeZoneName')?.value;
  // Historical offsets have seconds, which date formats lack.
  return name?.replace('GMT', '').slice(0, 6) || '+00:00';
}
