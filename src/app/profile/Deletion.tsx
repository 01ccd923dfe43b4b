import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { erasure, staffErasure } from '#contract/forms/profile.ts';
import { forgetTyped, tellTabs } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { Panel } from './Panel.tsx';

/** Erases the account and all personal data; cases stay, signed «удалённый пользователь». */
export function Deletion({ user }: { user: User }) {
  const [isAsked, setAsked] = useState(false);
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
        <ApiForm
          id="deletion"
          schema={erasure}
          values={emptyReauth}
          label="Удаление учётной записи"
          failed="Учётная запись не удалена"
          submit="Удалить учётную запись"
          busy="Удаляем…"
          variant="danger"
          cancel="Не удалять"
          onCancel={() => setAsked(false)}
          send={async (form) => {
            await call('POST /api/user/delete', { form });
            await forgetTyped();
            tellTabs();
            location.assign('/profile/deleted/');
          }}
        >
          {(form) => <ReauthFields of={form} factors={user.factors} isFirst />}
        </ApiForm>
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
