import { portalDay } from '#domain/dates.ts';

/** Hides rules that have ended since the page was rendered. */
export function hideOver(place: HTMLElement): void {
  const today = portalDay(new Date());
  for (const rule of place.querySelectorAll<HTMLElement>('[data-until]'))
    rule.hidden = (rule.dataset['until'] ?? '') < today;
}
