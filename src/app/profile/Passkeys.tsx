import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import type { FactorKind } from '#contract/client/user.ts';
import { passkeyForm, passkeyName, passkeyRemoval } from '#contract/forms/passkeys.ts';
import { maxPasskeys, noPasskeysHere } from '#domain/passkeys.ts';
import { Button } from '#ui/Button.tsx';
import { importOrReload } from '#stores/importOrReload.ts';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { canHavePasskeys } from '../account/passkeys/canHavePasskeys.ts';
import { browserName } from '#domain/browser-name.ts';
import { formatDate, formatDateTime } from '../lib/dates.ts';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';

type Factor = Output<'GET /api/user/second-factor'>;
export type Passkey = Factor['passkeys'][number];

interface PasskeysProps {
  passkeys: readonly Passkey[];
  mayAdd: Factor['may_add_passkey'];
  onAdd(): void;
  onRename(key: Passkey): void;
  onRemove(key: Passkey): void;
}

/** Keys of devices: how one enters without the password, and what stands for the code. */
export function Passkeys({ passkeys, mayAdd, onAdd, onRename, onRemove }: PasskeysProps) {
  return (
    <>
      <h3>Ключи доступа</h3>
      <p>
        Ключ хранит телефон, компьютер или брелок. По нему входят без пароля: отпечатком, лицом или пин-кодом
        устройства.
      </p>
      {passkeys.length > 0 && (
        <ul className="lines stack gap-0">
          {passkeys.map((key) => (
            <li key={key.id}>
              <span className="line-body stack gap-1 can-shrink">
                {key.name}
                <small className="muted text-3">
                  Добавлен {formatDate(key.created_at)} ·{' '}
                  {key.used_at ? `последний раз ${formatDateTime(key.used_at)}` : 'ещё не использовался'}
                </small>
              </span>
              <span className="row">
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Переименовать: ${key.name}`}
                  onClick={() => onRename(key)}
                >
                  Переименовать
                </Button>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Удалить: ${key.name}`}
                  onClick={() => onRemove(key)}
                >
                  Удалить
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayAdd === 'not here' ? (
        <p className="muted">{noPasskeysHere}</p>
      ) : mayAdd === 'enough' ? (
        <p className="muted">Ключей может быть не больше {maxPasskeys}.</p>
      ) : canHavePasskeys() ? (
        <div>
          <Button variant={passkeys.length > 0 ? 'secondary' : undefined} onClick={onAdd}>
            Добавить ключ доступа
          </Button>
        </div>
      ) : (
        <p className="muted">
          Этот браузер не умеет работать с ключами доступа: обновите его или откройте портал в другом.
        </p>
      )}
    </>
  );
}

type Creation = Output<'POST /api/user/passkeys/begin'>;

interface AddPasskeyProps {
  factors: readonly FactorKind[];
  onCancel(): void;
  /** Recovery codes come with the first factor. */
  onAdded(codes: readonly string[]): void;
}

/** Asks the owner, then the device; what the device refuses is tried again without asking the owner. */
export function AddPasskey({ factors, onCancel, onAdded }: AddPasskeyProps) {
  const [begun, setBegun] = useState<Creation>();
  const [typed, setTyped] = useState({ name: browserName(navigator.userAgent), ...emptyReauth });
  const { isBusy, message, run } = useMutation();
  const make = (options: Creation, name: string) =>
    void run(async () => {
      const { makeKey } = await importOrReload(() => import('../account/passkeys/device.ts'));
      const passkey = await makeKey(options);
      // What the device has answered is good once.
      const { recovery_codes: codes } = await call('POST /api/user/passkeys/add', {
        form: { name, passkey },
      }).catch((error: unknown) => {
        setBegun(undefined);
        throw error;
      });
      onAdded(codes);
    });
  if (begun)
    return (
      <div className="form stack gap-8">
        <p role="status">
          {isBusy
            ? 'Подтвердите новый ключ в окне браузера: отпечатком, лицом или пин-кодом.'
            : 'Ключ не создан.'}
        </p>
        <FormError message={message} />
        <div className="row">
          {!isBusy && <Button onClick={() => make(begun, typed.name)}>Повторить</Button>}
          <Button variant="secondary" onClick={onCancel}>
            Отменить
          </Button>
        </div>
      </div>
    );
  return (
    <ApiForm
      id="passkey"
      schema={passkeyForm}
      values={typed}
      label="Новый ключ доступа"
      failed="Ключ не добавлен"
      intro={<FormError message={message} />}
      submit="Продолжить"
      busy="Проверяем…"
      onCancel={onCancel}
      send={async (filled) => {
        const { name, ...form } = filled;
        const options = await call('POST /api/user/passkeys/begin', { form });
        setTyped({ ...emptyReauth, ...filled });
        setBegun(options);
        make(options, name);
      }}
    >
      {(form) => (
        <>
          <TextField
            label="Название ключа"
            hint="Чтобы потом узнать его в списке, например «Рабочий ноутбук»."
            maxLength={60}
            required
            {...form.field('name')}
          />
          <ReauthFields of={form} factors={factors} />
        </>
      )}
    </ApiForm>
  );
}

interface RenameProps {
  passkey: Passkey;
  onCancel(): void;
  onRenamed(): void;
}

export const RenamePasskey = ({ passkey, onCancel, onRenamed }: RenameProps) => (
  <ApiForm
    id="passkey"
    schema={passkeyName}
    values={{ id: passkey.id, name: passkey.name }}
    label="Название ключа"
    failed="Ключ не переименован"
    submit="Сохранить"
    busy="Сохраняем…"
    onCancel={onCancel}
    send={async (form) => {
      await call('POST /api/user/passkeys/rename', { form });
      onRenamed();
    }}
  >
    {({ field }) => <TextField label="Название ключа" maxLength={60} autoFocus required {...field('name')} />}
  </ApiForm>
);

interface RemoveProps {
  passkey: Passkey;
  factors: readonly FactorKind[];
  /** The last factor of a user who must have one. */
  isLastNeeded: boolean;
  onCancel(): void;
  onRemoved(): void;
}

export const RemovePasskey = ({ passkey, factors, isLastNeeded, onCancel, onRemoved }: RemoveProps) => (
  <ApiForm
    id="passkey"
    schema={passkeyRemoval}
    values={{ id: passkey.id, ...emptyReauth }}
    label="Удаление ключа доступа"
    failed="Ключ не удалён"
    intro={
      <>
        <p>
          Ключ «{passkey.name}» перестанет открывать портал, остальные ваши входы завершатся. Из самого
          устройства удалите его в настройках паролей.
        </p>
        {isLastNeeded && (
          <p>Это единственный второй фактор: сразу после удаления портал попросит настроить новый.</p>
        )}
      </>
    }
    submit="Удалить ключ"
    busy="Удаляем…"
    variant="danger"
    onCancel={onCancel}
    send={async (form) => {
      await call('POST /api/user/passkeys/remove', { form });
      onRemoved();
    }}
  >
    {(form) => <ReauthFields of={form} factors={factors} isFirst />}
  </ApiForm>
);
