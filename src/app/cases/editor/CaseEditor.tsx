import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { draft, openDraft } from '#stores/cases/draft.ts';
import { idInAddress } from '../../lib/useSearchState.ts';
import { CaseQuery } from '../States.tsx';
import { CaseForm } from './CaseForm.tsx';

/** Writing a case: a new one, or the one that `?id=` names. */
export function CaseEditor() {
  const query = useStore(draft.$opened);
  const open = () => void openDraft(idInAddress() || null);
  useEffect(open, []);
  return (
    <CaseQuery
      query={query}
      refetch={open}
      notFound={
        <>
          <p>Такого случая у вас нет: его удалили, или в адресе ошибка.</p>
          <a href="/profile/cases/">Мои случаи</a>
        </>
      }
    >
      {(own) =>
        own?.state === 'review' ? (
          <p className="dashed pad-12 stack gap-6 justify-start">
            Случай на проверке. Чтобы править его,{' '}
            <a href={`/profile/cases/detail/?id=${own.id}`}>сначала отзовите</a>.
          </p>
        ) : (
          <CaseForm own={own} />
        )
      }
    </CaseQuery>
  );
}
