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
 * '2026-11-21' → «21 ноября 2026»; '2026-11' → «ноябрь 2026»; '2026' → «2026 год»; other text is unchanged.
 */
export function formatDay(text: string): string {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text);
  if (!found) return text;
  const [, year, month, day] = found;
  if (!month) return `${year} год`;
  if (!day) return `${months[Number(month) - 1] ?? month} ${year}`;
  return `${Number(day)} ${monthsOf[Number(month) - 1] ?? month} ${year}`;
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
