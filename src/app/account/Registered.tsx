import { useStore } from '@nanostores/react';
import { openDialog } from '#stores/dialogs.ts';
import { $registered } from '#stores/registered.ts';
import { Button } from '#ui/Button.tsx';
import { ResendForm } from './ResendForm.tsx';

/** A page may have a part called family: «Семья». */
const dialogs = { doctor: 'doctor', partner: 'partner', family: 'family-form' };

/** In the dialog that tells of a registration, after it. */
export function RegisteredInDialog() {
  const registered = useStore($registered);
  return registered && <Registered onCorrect={() => openDialog(dialogs[registered.form])} />;
}

/** Where the letter of a registration went, and what to do when it does not come. */
export function Registered({ onCorrect }: { onCorrect(): void }) {
  const registered = useStore($registered);
  if (!registered) return null;
  const { email } = registered;
  return (
    <details>
      <summary>Не пришло письмо на {email}?</summary>
      <div className="form stack gap-8">
        <p>Проверьте папку «Спам». Если в адресе ошибка, исправьте её и зарегистрируйтесь ещё раз.</p>
        <ResendForm email={email} />
        <Button variant="secondary" size="small" onClick={onCorrect}>
          Исправить почту
        </Button>
      </div>
    </details>
  );
}
