import { formatDateTime } from '../lib/dates.ts';
import { Async } from '../lib/LoadError.tsx';
import { Panel } from './Panel.tsx';
import { useQuery } from '../lib/useQuery.ts';

/** All that the portal knows about a person, and who has looked at it (152-ФЗ). */
export function MyData() {
  const { query, refetch } = useQuery('GET /api/user/readings');
  return (
    <Panel title="Мои данные">
      <p>Всё, что портал знает о вас: для чтения и для переноса.</p>
      <div className="row">
        <a className="button" data-variant="secondary" href="/api/user/export?format=html" download>
          Скачать страницей
        </a>
        <a className="button" data-variant="secondary" href="/api/user/export?format=json" download>
          Скачать JSON
        </a>
      </div>
      <h3>Кто смотрел мои данные</h3>
      <Async query={query} refetch={refetch}>
        {(readings) =>
          readings.length === 0 ? (
            <p>Никто из редакторов и администраторов их не открывал.</p>
          ) : (
            <ul className="lines stack gap-0">
              {readings.slice(0, 20).map(({ at, reader, fields }) => (
                <li key={`${at} ${reader}`}>
                  <span className="line-body stack gap-1 can-shrink">
                    {reader}
                    <small className="muted text-3">
                      {formatDateTime(at)} · {fields.length === 0 ? 'файл' : `полей: ${fields.length}`}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}
