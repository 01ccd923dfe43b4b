import { useQuery } from '../../lib/useQuery.ts';
import { CaseLinks, shownCases } from './CaseLinks.tsx';

/**
 * On the page of results, which is drawn for everybody: cases with the words that were asked for, to those who may read
 * them. Nothing where there are none.
 */
export function Found() {
  const words = new URLSearchParams(location.search).get('q')?.trim() ?? '';
  return words === '' ? null : <WithWords words={words} />;
}

function WithWords({ words }: { words: string }) {
  const { query } = useQuery('GET /api/cases', { query: { query: words, page_size: shownCases } });
  const found = query.data;
  if (!found || found.total === 0) return null;
  return (
    <section className="card related break-anywhere found-cases" aria-labelledby="found-cases">
      <h2 className="related-title line gap-4 text-6" id="found-cases">
        Клинические случаи
      </h2>
      <CaseLinks {...found} />
      {found.total > shownCases && (
        <a href={`/cases/?query=${encodeURIComponent(words)}`}>Все случаи с этими словами</a>
      )}
    </section>
  );
}
