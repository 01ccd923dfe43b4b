/** The words of a mistaken address are a good first query. */
export function guessQuery(place: HTMLElement): void {
  const field = place.querySelector('input');
  if (field) field.value = wordsOf(location.pathname);
}

/** '/deseases/gaucher-disease/' → 'gaucher disease': the last part of an address as words, numbers left out. */
export function wordsOf(pathname: string): string {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
  try {
    return decodeURIComponent(last)
      .replace(/\.\w{1,5}$/, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .replace(/^[\d ]+$/, '')
      .trim();
  } catch {
    return '';
  }
}
