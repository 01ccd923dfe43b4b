import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { BrokenLink } from '#contract/client/editors.ts';
import { recordAddress } from '#domain/desk.ts';
import { Button } from '#ui/Button.tsx';
import { LoadError } from '../../LoadError.tsx';
import { Pagination } from '../parts/Pagination.tsx';
import { useApiQuery } from '../../useQuery.ts';
import { useMutation } from '../../useMutation.ts';
import { formatDateTime } from '../../dates.ts';
import { Card } from './Card.tsx';

/** Links of records to other sites that do not open, with the record and the field to mend. */
export function OuterLinks({ isOn, total }: { isOn: boolean; total: number }) {
  const [page, setPage] = useState(1);
  const { query, refetch } = useApiQuery('GET /api/editors/links', { query: { page, page_size: 8 } });
  const found = query.data;
  return (
    <Card
      title="Внешние ссылки не открываются"
      total={found?.total ?? total}
      empty={
        !isOn
          ? 'Внешние ссылки не проверяются: это включает настройка LINKS_CHECK.'
          : found?.checked_at
            ? `Все внешние ссылки открываются. Проверено ${formatDateTime(found.checked_at)}.`
            : 'Внешние ссылки ещё не проверялись, или у сервера нет выхода в сеть.'
      }
    >
      {query.state === 'failed' && (
        <li>
          <LoadError className="desk-failure" message={query.error.message} refetch={refetch} />
        </li>
      )}
      {found?.items.map((link) => (
        <OuterLinkRow key={link.url} link={link} done={refetch} />
      ))}
      {found && found.total > found.page_size && (
        <li>
          <Pagination page={page} total={found.total} size={found.page_size} onChange={setPage} />
        </li>
      )}
    </Card>
  );
}

function OuterLinkRow({ link, done }: { link: BrokenLink; done(): void }) {
  const { run, isBusy, message } = useMutation();
  const [notice, setNotice] = useState('');
  const check = async () => {
    const answer = await run(() => call('POST /api/editors/links', { json: { url: link.url } }));
    if (answer?.is_broken) setNotice('Всё ещё не открывается.');
    else if (answer) done();
  };
  return (
    <li>
      {link.uses.map(({ id, title, field }) => (
        <span key={`${id} ${field}`} className="desk-words">
          <a href={recordAddress(id)}>{title}</a>, поле «{field}»
        </span>
      ))}
      {link.total > link.uses.length && (
        <span className="desk-kind">и ещё {(link.total - link.uses.length).toLocaleString('ru')}</span>
      )}
      <span className="desk-kind desk-details">
        <a href={link.url} target="_blank" rel="noopener noreferrer">
          {link.url}
        </a>
      </span>
      <span className="desk-kind">
        {link.problem}, с {formatDateTime(link.since)}, проверено {formatDateTime(link.checked_at)}
      </span>
      <Button variant="quiet" size="small" isBusy={isBusy} busy="Проверяем…" onClick={() => void check()}>
        Проверить снова
      </Button>
      {(notice || message) && (
        <span className={message ? 'field-error' : 'desk-kind'} role="status">
          {message || notice}
        </span>
      )}
    </li>
  );
}
