import { useId, useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { RecordPicker } from '../record/RecordPicker.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { Card } from './Card.tsx';

type Miss = Output<'GET /api/editors/search-misses'>['items'][number];
interface Named {
  id: number;
  title: string;
}

const shownTogether = 8;
const fields = { page: pageNumber };
const outcomes = {
  published: 'Опубликовано: поиск теперь знает это название.',
  review: 'Отправлено на проверку другому редактору.',
  draft: 'Добавлено в черновик записи: опубликуйте его.',
};

/** What readers searched and did not find, or found only by a guess; each query may be made another name of a record. */
export function Misses() {
  const search = useSearchState(fields, 'misses_');
  const [done, setDone] = useState('');
  const { query: result, refetch } = useQuery('GET /api/editors/search-misses', {
    query: { page_size: shownTogether, ...search.query },
  });
  const { items = [], total = 0 } = result.data ?? {};
  // It is not known to be empty yet.
  if (result.state === 'pending' && !result.data) return null;
  return (
    <div>
      <Card
        title="Искали и не нашли"
        total={total}
        empty="Пока ничего: сюда попадает то, что не нашли хотя бы из трёх разных сетей."
      >
        {items.map((miss) => (
          <MissLine
            key={miss.query}
            miss={miss}
            named={(state) => {
              setDone(`«${miss.query}». ${outcomes[state]}`);
              refetch();
            }}
          />
        ))}
        <li>
          <Pagination paging={search} total={total} size={shownTogether} />
        </li>
      </Card>
      <p role="status">{done}</p>
    </div>
  );
}

function MissLine({
  miss: { query, count, match, shown },
  named,
}: {
  miss: Miss;
  named(state: keyof typeof outcomes): void;
}) {
  const [chosen, setChosen] = useState<Named>();
  const { run, isBusy, message } = useMutation();
  const others = chosen && !shown.some(({ id }) => id === chosen.id) ? [chosen] : [];
  return (
    <li>
      <p>
        «{query}» <span className="muted figures">{counted(count, ['раз', 'раза', 'раз'])}</span>
        <span className="desk-kind muted text-3">
          {shown.length === 0
            ? 'Ничего не показали'
            : match === 'partial'
              ? 'Показали по части слов:'
              : 'Показали похожее:'}
        </span>
      </p>
      <div
        className="desk-actions cluster gap-4"
        role="group"
        aria-label={`Какой записи это название: ${query}`}
      >
        {[...shown, ...others].map((one) => (
          <Button
            key={one.id}
            variant="secondary"
            size="small"
            aria-pressed={chosen?.id === one.id}
            onClick={() => setChosen(one)}
          >
            {one.title}
          </Button>
        ))}
        <Other query={query} choose={setChosen} />
        <Button
          size="small"
          disabled={!chosen}
          isBusy={isBusy}
          onClick={() =>
            void run(() =>
              call('POST /api/editors/search-misses', {
                json: { query, record_id: String(chosen?.id ?? 0) },
              }),
            ).then((outcome) => {
              if (outcome.ok) named(outcome.data.state);
            })
          }
        >
          Сделать синонимом
        </Button>
        {chosen && (
          <a href={recordAddress(chosen.id)} target="_blank" rel="noopener">
            Открыть запись
          </a>
        )}
      </div>
      <FormError message={message} />
    </li>
  );
}

/** Any other record that has names. */
function Other({ query, choose }: { query: string; choose(record: Named): void }) {
  const id = useId();
  const label = `Другая запись для «${query}»`;
  return (
    <>
      <label className="visually-hidden" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <RecordPicker frame={{ id, label, isOptional: true }} placeholder="Другая запись" choose={choose} />
    </>
  );
}
