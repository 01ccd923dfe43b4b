import ical, { ICalCalendarMethod } from 'ical-generator';
import { portalZone, withOffset } from '../dates.ts';

export interface CalendarEvent {
  id: number;
  title: string;
  starts_at: string;
  ends_at?: string | undefined;
  zone?: string | undefined;
  place?: string | undefined;
  link?: string | undefined;
  updated_at: string;
  /** Absolute address of the page. */
  url: string;
}

/** iCalendar (RFC 5545). Moments are in UTC; bare days stay days. */
export function calendarOf(name: string, site: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: new URL(site).host, product: 'orphan-register', language: 'RU' },
    ttl: 60 * 60 * 6,
  });
  for (const event of events) {
    const { starts_at: starts, ends_at: ends, zone = portalZone } = event;
    const isDay = !starts.includes('T');
    const last = ends ?? starts;
    const start = isDay ? dayOf(starts) : new Date(withOffset(starts, zone));
    // The end of a whole day is exclusive.
    const end = isDay
      ? dayOf(last.slice(0, 10), 1)
      : new Date(withOffset(last.includes('T') ? last : `${last}T23:59`, zone));
    calendar.createEvent({
      id: `event-${event.id}@${new URL(site).host}`,
      // Last change instead of "now", so that equal data give equal files.
      stamp: new Date(event.updated_at),
      lastModified: new Date(event.updated_at),
      summary: event.title,
      start,
      end,
      allDay: isDay,
      location: event.place ?? null,
      url: event.url,
      description: event.link ?? null,
    });
  }
  // The last line also ends with CRLF (RFC 5545, 3.1); the package omits it.
  return `${calendar.toString()}\r\n`;
}

/** Midnight in UTC, whatever the server's zone. */
function dayOf(text: string, later = 0): Date {
  const date = new Date(`${text}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return date;
}
