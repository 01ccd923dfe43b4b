import type { APIRoute } from 'astro';
import { detailPaths, getCards } from '#data/catalogue.ts';
import { calendarOf } from '#domain/exports/calendar.ts';
import { calendarEvent } from '#domain/exports/items.ts';
import { kindsByName } from '#domain/kinds/index.ts';

export const getStaticPaths = () => detailPaths('event');

export const GET: APIRoute = ({ params, site }) => {
  const [card] = getCards('event', [Number(params['id'])]);
  if (!card) return new Response(null, { status: 404 });
  const origin = String(site);
  return new Response(calendarOf(card.title, origin, [calendarEvent(kindsByName.event, card, origin)]));
};
