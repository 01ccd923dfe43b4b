import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { erasure, staffErasure } from '#contract/forms/profile.ts';
import { forgetTyped, tellTabs } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { Panel } from './Panel.tsx';

/** Erases the account and all personal data; cases stay, signed «удалённый пользователь». */
export function Deletion({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(false);
  const { submit, isSending, problems, field, select } = useCallForm({
    id: 'deletion',
    schema: erasure,
    values: emptyReauth,
    async send(form) {
      await call('POST /api/user/delete', { form });
      await forgetTyped();
      tellTabs();
      location.assign('/profile/deleted/');
    },
  });
  const isStaff = user.type === 'editor' || user.type === 'admin';
  return (
    <Panel title="Удаление учётной записи" tone="danger">
      <p>
        Имя, почта, место работы, подписки, заявки и файлы удаляются сразу и без возможности вернуть.
        Опубликованные клинические случаи остаются с подписью «удалённый пользователь».
      </p>
      {isStaff ? (
        <p>{staffErasure}</p>
      ) : isAsked ? (
        <form className="form stack gap-8" noValidate onSubmit={submit} aria-label="Удаление учётной записи">
          <ErrorSummary title="Учётная запись не удалена" problems={problems} />
          <ReauthFields factors={user.factors} field={field} select={select} isFirst />
          <div className="row">
            <Button variant="secondary" onClick={() => setAsked(false)}>
              Не удалять
            </Button>
            <Button type="submit" variant="danger" isBusy={isSending} busy="Удаляем…">
              Удалить учётную запись
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button variant="danger" onClick={() => setAsked(true)}>
            Удалить…
          </Button>
        </div>
      )}
    </Panel>
  );
}
