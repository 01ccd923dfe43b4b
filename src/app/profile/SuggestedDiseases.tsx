import { useStore } from '@nanostores/react';
import { $subscriptions, follow } from '#stores/subscriptions.ts';
import { Button } from '#ui/Button.tsx';
import { useMutation } from '../lib/useMutation.ts';
import { useQuery } from '../lib/useQuery.ts';
import { FormError } from '#ui/FormError.tsx';

/** So many followed things are enough for the portal to have something to tell. */
export const enough = 3;

/** Diseases to follow; chosen ones disappear, the others keep their place. */
export function SuggestedDiseases() {
  const { query } = useQuery('GET /api/subscribes/suggested');
  const { run, isBusy, message } = useMutation();
  const followed = useStore($subscriptions) ?? [];
  const isFollowed = (id: number) => followed.some((one) => one.kind === 'disease' && one.id === String(id));
  // Without suggestions there is the search.
  const suggested = (query.data ?? []).filter(({ id }) => !isFollowed(id));
  if (suggested.length === 0) return null;
  return (
    <>
      <p>Можно начать с этих заболеваний:</p>
      <ul className="lines stack gap-0">
        {suggested.map(({ id, title, url }) => (
          <li key={id}>
            <a href={url}>{title}</a>
            <Button
              variant="secondary"
              size="small"
              disabled={isBusy}
              aria-label={`Следить: ${title}`}
              onClick={() => void run(() => follow({ kind: 'disease', id: String(id) }))}
            >
              Следить
            </Button>
          </li>
        ))}
      </ul>
      <FormError message={message} />
    </>
  );
}
