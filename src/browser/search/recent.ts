/** The last queries that led somewhere, kept in this browser only. */
const key = 'search-recent';
const most = 5;

export function recentQueries(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberQuery(query: string): void {
  const text = query.trim().slice(0, 100);
  if (text.length < 2) return;
  try {
    localStorage.setItem(
      key,
      JSON.stringify([text, ...recentQueries().filter((other) => other !== text)].slice(0, most)),
    );
  } catch {
    // A browser that keeps nothing shows no recent queries.
  }
}

export function forgetQueries(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
