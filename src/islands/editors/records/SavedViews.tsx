import { useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { readQuery, type RecordsQuery } from './useRecordsQuery.ts';

/** Ways of looking at the table that this editor has kept. */
export function SavedViews({ query, open }: { query: RecordsQuery; open(query: RecordsQuery): void }) {
  const { query: result, refetch } = useApiQuery('GET /api/editors/views');
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const views = result.data ?? [];
  const { page: _, ...kept } = query;
  const search = new URLSearchParams(kept).toString();

  const keep = async () => {
    try {
      await call('POST /api/editors/views', { json: { title, query: search } });
      setTitle('');
      setMessage(`Вид «${title}» сохранён.`);
      refetch();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMessage(error.message);
    }
  };
  const remove = async (id: number) => {
    await call('POST /api/editors/views/{id}/remove', { path: { id }, isWatched: true }).catch(
      () => undefined,
    );
    refetch();
  };

  return (
    <details className="desk-views below-6">
      <summary>Сохранённые виды{views.length > 0 && `: ${views.length}`}</summary>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Button variant="quiet" size="small" onClick={() => open(readQuery(view.query))}>
              {view.title}
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Убрать вид: ${view.title}`}
              onClick={() => void remove(view.id)}
            >
              ×
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="desk-inline"
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <label>
          Название вида
          <input
            className="input"
            value={title}
            maxLength={100}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <Button type="submit" variant="secondary" size="small" disabled={!title.trim()}>
          Сохранить нынешний
        </Button>
        <span role="status">{message}</span>
      </form>
    </details>
  );
}
