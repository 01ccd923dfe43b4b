/** A page is read long after it was made: a rule that was in force until a day is no longer told after it. */
export function hideOver(place: HTMLElement): void {
  const today = new Date().toISOString().slice(0, 10);
  for (const rule of place.querySelectorAll<HTMLElement>('[data-until]'))
    rule.hidden = (rule.dataset['until'] ?? '') < today;
}
