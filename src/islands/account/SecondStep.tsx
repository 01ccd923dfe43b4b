import { call } from '#contract/client/call.ts';
import { factorCode } from '#contract/forms/access.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { goOn } from './entering.ts';

/** The second step of a sign-in: a code of the person's application, or one of the recovery codes. */
export function SecondStep({ onBack }: { onBack(): void }) {
  const { submit, isSending, problems, field } = useCallForm({
    id: 'second-step',
    schema: factorCode,
    values: { code: '' },
    async send(values) {
      await call('POST /api/auth/second-factor', { form: values });
      await goOn();
    },
  });
  return (
    <form className="form" noValidate onSubmit={submit} aria-label="Второй шаг входа">
      <ErrorSummary title="Не удалось войти" problems={problems} />
      <TextField
        label="Код подтверждения"
        hint="Шесть цифр из приложения для кодов или один из запасных кодов."
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        required
        {...field('code')}
      />
      <Button type="submit" isBusy={isSending} busy="Проверяем…">
        Войти на сайт
      </Button>
      <Button variant="quiet" size="small" onClick={onBack}>
        Вернуться к паролю
      </Button>
    </form>
  );
}
