import type { APIRoute } from 'astro';
import { latest } from '#data/catalogue.ts';
import { calendarOf } from '#domain/exports/calendar.ts';
import { calendarEvent } from '#domain/exports/items.ts';
import { kindsByName } from '#domain/kinds/index.ts';

/** Programs that follow the calendar read it whole each time. */
const entries = 200;

export const GET: APIRoute = ({ site }) => {
  const { event } = kindsByName;
  const origin = String(site);
  const events = latest('event', entries).map((card) => calendarEvent(event, card, origin));
  return new Response(calendarOf(event.titles.many, origin, events));
};
