import { useStore } from '@nanostores/react';
import { call } from '#contract/client/call.ts';
import { $user } from '#stores/session.ts';
import { CheckField } from '#ui/Field.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';

/** For which kinds another editor has to look; administrators switch it. */
export function Rules() {
  const { query, refetch } = useQuery('GET /api/editors/review-rules');
  const { run, message } = useMutation();
  const isAdmin = useStore($user)?.type === 'admin';
  return (
    <section className="desk-panel" aria-labelledby="rules-title">
      <h2 id="rules-title">Второй редактор</h2>
      <p className="muted">
        Отмеченные материалы публикует только тот, кто их не писал.
        {!isAdmin && ' Это решают администраторы.'}
      </p>
      <QueryError query={query} refetch={refetch} />
      <FormError message={message} />
      {query.data?.map((rule) => (
        <CheckField
          key={rule.kind}
          id={`rule-${rule.kind}`}
          label={rule.is_fixed ? `${rule.title}: обязательно` : rule.title}
          checked={rule.is_required}
          disabled={rule.is_fixed || !isAdmin}
          onChange={({ target }) =>
            void run(() =>
              call('POST /api/editors/review-rules', {
                json: { kind: rule.kind, is_required: target.checked },
              }),
            ).then(refetch)
          }
        />
      ))}
    </section>
  );
}
