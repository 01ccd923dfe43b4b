import { formatDay } from '#domain/dates.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** «20 ноября 2026» of one line: a day that comes as a day, or a moment by the clock of anyone who looks. */
export function formatDate(iso: string): string {
  const at = new Date(iso);
  const day =
    iso.length === 10 || Number.isNaN(at.getTime())
      ? iso
      : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return formatDay(day);
}

/** «сегодня в 14:06», «20 ноября 2026, 14:06» on other days; by the clock of anyone who looks. */
export function formatDateTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return at.toDateString() === now.toDateString() ? `сегодня в ${time}` : `${formatDate(iso)}, ${time}`;
}

/** «14:06:09» */
export function formatTime(iso: string): string {
  const at = new Date(iso);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}
