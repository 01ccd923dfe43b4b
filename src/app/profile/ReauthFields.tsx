import { call } from '#contract/client/call.ts';
import type { FactorKind } from '#contract/client/user.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { PasswordField } from '#ui/PasswordField.tsx';
import { importOrReload } from '#stores/importOrReload.ts';
import type { FieldsOf } from '../lib/useCallForm.ts';
import { canHavePasskeys } from '../account/passkeys/canHavePasskeys.ts';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';

interface Props {
  of: FieldsOf<'password' | 'code' | 'passkey'>;
  /** The second factors that are on: then a code or a key is asked for too. */
  factors: readonly FactorKind[];
  /** Whether the form begins with these. */
  isFirst?: boolean;
}

/** What such a form starts with. */
export const emptyReauth = { password: '', code: '', passkey: '' };

/** What shows that the owner asks, before an action that an account could be taken over by. */
export function ReauthFields({ of: { field, select }, factors, isFirst = false }: Props) {
  const hasApplication = factors.includes('application');
  const key = select('passkey');
  const isKeyShown = key.value !== '' && !key.error;
  return (
    <>
      <PasswordField
        label="Ваш пароль"
        autoComplete="current-password"
        autoFocus={isFirst}
        required
        {...field('password')}
      />
      {factors.includes('passkey') && canHavePasskeys() && <KeyField {...key} isShown={isKeyShown} />}
      {factors.length > 0 && !isKeyShown && (
        <TextField
          label={hasApplication ? 'Код второго шага' : 'Запасной код'}
          hint={
            hasApplication
              ? 'Шесть цифр из приложения для кодов или один из запасных кодов.'
              : 'Если ключа нет под рукой: один из кодов, которые вы сохранили.'
          }
          autoComplete="one-time-code"
          spellCheck={false}
          required
          {...field('code')}
        />
      )}
    </>
  );
}

interface KeyFieldProps {
  id: string;
  error: string | undefined;
  isShown: boolean;
  onChange(value: string): void;
}

/** A key in place of the code; its answer goes along with the form. */
function KeyField({ id, error, isShown, onChange }: KeyFieldProps) {
  const { isBusy, message, run } = useMutation();
  const ask = () =>
    void run(async () => {
      const { askKey } = await importOrReload(() => import('../account/passkeys/device.ts'));
      onChange(await askKey(await call('POST /api/user/passkeys/challenge')));
    });
  return (
    <div className="field">
      {isShown ? (
        <p className="callout" data-tone="ok" role="status">
          Ключ подтвердил, что это вы. Код не нужен.
        </p>
      ) : (
        <div>
          <Button id={id} variant="secondary" isBusy={isBusy} busy="Ждём ключ…" onClick={ask}>
            Подтвердить ключом доступа
          </Button>
        </div>
      )}
      <FormError message={message || error} />
    </div>
  );
}
