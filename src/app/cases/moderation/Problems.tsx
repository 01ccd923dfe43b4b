import { call, type Output } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';

type Problem = Output<'GET /api/editors/cases/problems'>['items'][number];

const fields = { page: pageNumber };

/** Open reports of doctors on cases and messages. */
export function Problems() {
  const search = useSearchState(fields, 'problems_');
  const { query, refetch } = useQuery('GET /api/editors/cases/problems', {
    query: { state: 'new', ...search.query },
  });
  if (!query.data || query.data.total === 0) return null;
  const { items, total, page_size } = query.data;
  return (
    <section aria-labelledby="problems-title">
      <h2 id="problems-title">Жалобы врачей</h2>
      <ul className="case-problems">
        {items.map((item) => (
          <ProblemCard key={item.id} item={item} onDone={refetch} />
        ))}
      </ul>
      <Pagination paging={search} total={total} size={page_size} />
    </section>
  );
}

function ProblemCard({ item, onDone }: { item: Problem; onDone(): void }) {
  const { run, isBusy, message } = useMutation();
  const { id, case_id, title, text, answer, created_at } = item;
  const remove = async (answerId: number) => {
    await run(() => call('POST /api/editors/cases/answers/{id}/remove', { path: { id: answerId } }));
    onDone();
  };
  const close = async () => {
    await run(() =>
      call('POST /api/editors/cases/problems/{id}', { path: { id }, json: { state: 'closed' } }),
    );
    onDone();
  };
  return (
    <li className="card">
      <p>
        <a href={`/cases/${case_id}/${answer ? `#message-${answer.id}` : ''}`}>{title}</a>{' '}
        <span className="muted small">{formatDate(created_at)}</span>
      </p>
      <p>{text}</p>
      {answer && (
        <blockquote>
          {answer.opinion || 'Сообщения уже нет.'}
          {answer.next_steps && ` ${answer.next_steps}`}
        </blockquote>
      )}
      <p className="row">
        {answer?.opinion && (
          <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void remove(answer.id)}>
            Убрать сообщение
          </Button>
        )}
        <Button variant="quiet" size="small" isBusy={isBusy} onClick={() => void close()}>
          Закрыть жалобу
        </Button>
      </p>
      {message && <p role="alert">{message}</p>}
    </li>
  );
}
