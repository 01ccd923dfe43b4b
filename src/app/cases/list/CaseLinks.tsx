import type { Output } from '#contract/client/call.ts';
import { demonstration } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';

type Card = Output<'GET /api/cases'>['items'][number];

/** How many cases are named where they are not the subject of the page. */
export const shownCases = 3;

/** Cases beside something else: how many there are in all, and the first of them. */
export function CaseLinks({ total, items }: { total: number; items: readonly Card[] }) {
  return (
    <>
      <p className="related-note muted text-3">{counted(total, ['случай', 'случая', 'случаев'])}</p>
      <ul>
        {items.map(({ id, title, question, answers, demo }) => (
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
