/** Hides rules that have ended since the page was rendered. */
export function hideOver(place: HTMLElement): void {
  const today = new Date().toISOString().slice(0, 10);
  for (const rule of place.querySelectorAll<HTMLElement>('[data-until]'))
    rule.hidden = (rule.dataset['until'] ?? '') < today;
}
