import { call } from '#contract/client/call.ts';
import type { FactorKind } from '#contract/client/user.ts';
import { secondStep } from '#contract/forms/access.ts';
import { mayHaveSession } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { importOrReload } from '#stores/importOrReload.ts';
import { useCallForm } from '../lib/useCallForm.ts';
import { canHavePasskeys } from './passkeys/canHavePasskeys.ts';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';
import { goOn } from './entering.ts';

interface Props {
  /** What the account has, besides recovery codes. */
  factors: readonly FactorKind[];
  /** To the password, of this account or of another. */
  onBack(): void;
}

/** The second step of a sign-in: a key of a device, a code of an application, or one of the recovery codes. */
export function SecondStep({ factors, onBack }: Props) {
  const { submit, isSending, problems, field } = useCallForm({
    id: 'second-step',
    schema: secondStep,
    values: { code: '' },
    async send(values) {
      // It may have been passed in another tab meanwhile.
      if (!mayHaveSession()) await call('POST /api/auth/second-factor', { form: values });
      await goOn();
    },
  });
  const { isBusy, message, run } = useMutation();
  const hasKey = factors.includes('passkey') && canHavePasskeys();
  const hasApplication = factors.includes('application');
  const showKey = () =>
    void run(async () => {
      const { askKey } = await importOrReload(() => import('./passkeys/device.ts'));
      const passkey = await askKey(await call('POST /api/auth/second-factor/challenge'));
      await call('POST /api/auth/second-factor', { form: { passkey } });
      await goOn();
    });
  return (
    <form className="form" noValidate onSubmit={submit} aria-label="Второй шаг входа">
      <ErrorSummary title="Не удалось войти" problems={problems} />
      {hasKey && (
        <>
          <Button autoFocus isBusy={isBusy} busy="Ждём ключ…" onClick={showKey}>
            Подтвердить ключом доступа
          </Button>
          <FormError message={message} />
        </>
      )}
      <TextField
        label={hasApplication ? 'Код подтверждения' : 'Запасной код'}
        hint={
          hasApplication
            ? 'Шесть цифр из приложения для кодов или один из запасных кодов.'
            : 'Если ключа нет под рукой: один из кодов, которые вы сохранили.'
        }
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus={!hasKey}
        required
        {...field('code')}
      />
      <Button
        type="submit"
        variant={hasKey ? 'secondary' : undefined}
        disabled={isBusy}
        isBusy={isSending}
        busy="Проверяем…"
      >
        Войти на сайт
      </Button>
      <Button
        variant="quiet"
        size="small"
        // The field that loses the focus would say that it is empty, and move this from under the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onBack}
      >
        Войти в другой аккаунт
      </Button>
    </form>
  );
}
