import { describeRecordEdit } from '../edits.ts';
import { addressOf, hintOf, type AnyCard, type Edit, type Kind } from '../kinds/index.ts';
import type { CalendarEvent } from './calendar.ts';
import type { FeedItem } from './rss.ts';

/** A feed item, dated by the kind's day or by the last change, which `edit` describes. */
export function feedItem(kind: Kind, card: AnyCard, site: string, edit?: Edit): FeedItem {
  const day = kind.order.by === 'newest' && kind.card.includes('lead') ? card[kind.order.field] : undefined;
  const isDay = typeof day === 'string' && /^\d{4}-\d{2}-\d{2}/.test(day);
  const about = (card['lead'] as string | undefined) ?? (hintOf(kind, card) || undefined);
  return {
    title: card.title,
    url: new URL(addressOf(kind, card), site).href,
    date: isDay ? day : card.updated_at,
    text:
      [edit && !isDay && describeRecordEdit(kind.name, edit), about].filter(Boolean).join(' ') || undefined,
    category: kind.titles.many,
  };
}

/** Kinds whose records start at an hour have calendars. */
export const hasCalendar = (kind: Kind): boolean => 'starts_at' in kind.fields.shape;

export const calendarEvent = (kind: Kind, card: AnyCard, site: string): CalendarEvent => ({
  ...(card as unknown as CalendarEvent),
  url: new URL(addressOf(kind, card), site).href,
});
