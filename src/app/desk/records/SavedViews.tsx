import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { readView, viewOf, type RecordsSearch } from './useRecordsSearch.ts';

/** Ways of looking at the table that this editor has kept. */
export function SavedViews({ search }: { search: RecordsSearch }) {
  const { query: result, refetch } = useQuery('GET /api/editors/views');
  const [title, setTitle] = useState('');
  const [message, setMessage] = useState('');
  const views = result.data ?? [];
  const { run } = useMutation();

  const keep = async () => {
    const json = { title, query: viewOf(search) };
    const saved = await run(() => call('POST /api/editors/views', { json }));
    setMessage(saved.ok ? `Вид «${title}» сохранён.` : saved.error.message);
    if (!saved.ok) return;
    setTitle('');
    refetch();
  };
  const remove = async (id: number) => {
    await run(() => call('POST /api/editors/views/{id}/remove', { path: { id }, isWatched: true }));
    refetch();
  };

  return (
    <details className="desk-views below-6">
      <summary>Сохранённые виды{views.length > 0 && `: ${views.length}`}</summary>
      <ul>
        {views.map((view) => (
          <li key={view.id}>
            <Button variant="quiet" size="small" onClick={() => search.change(readView(view.query))}>
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
        className="desk-inline flow gap-4 align-end"
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
