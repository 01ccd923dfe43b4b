import { useApiQuery } from '../../useQuery.ts';

/** Number of reads of a record's page; nothing while unknown. */
export function ReadCount({ id }: { id: number }) {
  const { answer } = useApiQuery('GET /api/editors/records/{id}/reads', { path: { id } });
  if (!answer.data) return null;
  return (
    <>
      {' · '}
      <a href="/profile/editors/reading/">
        Читали за 30 дней: <span className="figures">{answer.data.count.toLocaleString('ru')}</span>
      </a>
    </>
  );
}
