import { useQuery } from '../../lib/useQuery.ts';
import { CaseLinks, shownCases } from './CaseLinks.tsx';

const place = '[data-island="cases/of-disease"]';

/** On the page of a disease: its cases, the latest first. */
export function OfDisease() {
  const disease = document.querySelector<HTMLElement>(place)?.dataset['disease'] ?? '';
  const { query } = useQuery('GET /api/cases', { query: { diseases: disease, page_size: shownCases } });
  const found = query.data;
  if (!found) return null;
  if (found.total === 0)
    return <p className="related-note muted text-3">С этой болезнью случаев пока нет.</p>;
  return <CaseLinks {...found} />;
}
