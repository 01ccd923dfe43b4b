import { demonstration } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { useAnswer } from '../../useQuery.ts';

const place = '[data-island="cases/of-disease"]';
const shown = 3;

/** On the page of a disease: its cases, the latest first. */
export function OfDisease() {
  const disease = document.querySelector<HTMLElement>(place)?.dataset['disease'] ?? '';
  const { answer } = useAnswer('GET /api/cases', { query: { diseases: disease, page_size: shown } });
  const found = answer.data;
  if (!found) return null;
  if (found.total === 0) return <p className="related-note">С этой болезнью случаев пока нет.</p>;
  return (
    <>
      <p className="related-note">{counted(found.total, ['случай', 'случая', 'случаев'])}</p>
      <ul>
        {found.items.map(({ id, title, question, answers, demo }) => (
          <li key={id}>
            <a href={`/cases/${id}/`}>{title}</a>
            <span className="muted small">
              {[
                demo && demonstration,
                question === 'open' && 'ждёт ответа',
                answers > 0 && counted(answers, ['сообщение', 'сообщения', 'сообщений']),
              ]
                .filter(Boolean)
                .map((word) => ` · ${word as string}`)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
