import type { Output } from '#contract/client/call.ts';
import { parseProse } from '#domain/prose/read.ts';
import { QueryError } from '../../lib/LoadError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { Differences } from '../parts/Differences.tsx';
import { ProseView } from '../parts/ProseView.tsx';
import { formatDateTime } from '../../lib/dates.ts';

type Comparison = Output<'GET /api/editors/records/{id}/compare'>;

/** Two versions of a record, whichever: what differs, with texts as readers see them. */
export function Compare({ id, versions: [one, other] }: { id: number; versions: [number, number] }) {
  const { query, refetch } = useQuery('GET /api/editors/records/{id}/compare', {
    path: { id },
    query: { one, other },
  });
  const found = query.data;
  return (
    <section className="desk-compare stack gap-8 pad-8" aria-labelledby="compare-title">
      <h3 id="compare-title">
        Версия {Math.min(one, other)} и версия {Math.max(one, other)}
      </h3>
      <QueryError query={query} refetch={refetch} />
      {found && (
        <>
          <dl className="desk-compared break-anywhere columns column-19">
            {found.versions.map(({ version, author, created_at, reason }) => (
              <div key={version}>
                <dt className="semibold">Версия {version}</dt>
                <dd>
                  {author}, {formatDateTime(created_at)}
                  {reason && ` · «${reason}»`}
                </dd>
              </div>
            ))}
          </dl>
          {found.differences.length === 0 && <p className="muted">Поля одинаковы.</p>}
          {found.differences.map((difference) => (
            <Difference key={difference.field} difference={difference} />
          ))}
        </>
      )}
    </section>
  );
}

function Difference({ difference }: { difference: Comparison['differences'][number] }) {
  if (!difference.texts) return <Differences differences={[difference]} />;
  const [before, after] = difference.texts.map((text) => parseProse(text).content ?? []);
  const known = (blocks: typeof before) => new Set(blocks?.map((block) => JSON.stringify(block)));
  const side = (
    title: string,
    blocks: typeof before,
    others: ReadonlySet<string>,
    Changed: 'del' | 'ins',
  ) => (
    <div role="group" aria-label={`${difference.title}: ${title}`}>
      <p className="muted">{title}</p>
      {blocks?.length === 0 && <p className="muted">Пусто</p>}
      <div className="prose">
        {blocks?.map((block, index) => {
          const view = <ProseView node={block} />;
          return others.has(JSON.stringify(block)) ? (
            <div key={index}>{view}</div>
          ) : (
            <Changed key={index}>{view}</Changed>
          );
        })}
      </div>
    </div>
  );
  return (
    <section aria-label={difference.title}>
      <h4>{difference.title}</h4>
      <div className="desk-compared break-anywhere columns column-19">
        {side('Было', before, known(after), 'del')}
        {side('Стало', after, known(before), 'ins')}
      </div>
    </section>
  );
}
