import { useQuery } from '../../useQuery.ts';

/** Number of reads of a record's page; nothing while unknown. */
export function ReadCount({ id }: { id: number }) {
  const { query } = useQuery('GET /api/editors/records/{id}/reads', { path: { id } });
  if (!query.data) return null;
  return (
    <>
      {' · '}
      <a href="/profile/editors/reading/">
        Читали за 30 дней: <span className="figures">{query.data.count.toLocaleString('ru')}</span>
      </a>
    </>
  );
}
