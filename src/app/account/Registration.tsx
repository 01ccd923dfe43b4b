import { useEffect, useEffectEvent, useRef, type ReactNode, type SyntheticEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary, type FormProblem } from '#ui/ErrorSummary.tsx';
import { injectStyles } from '#ui/injectStyles.ts';
import { UnsavedPrompt } from './UnsavedPrompt.tsx';
import { Registered } from './Registered.tsx';
import { useReadiness } from './useReadiness.ts';
import css from './registration.css?inline';

injectStyles(css);

interface Readying {
  /** Name of the dialog that the form is in: each opening prepares it again. */
  dialog: string;
  prepare(): Promise<unknown>;
  delay?: number;
  children: ReactNode;
}

/** The form once its dictionaries and captcha have come; until then a preloader of its height (B189, B190, ruling G30). */
export function Ready({ dialog, prepare, delay, children }: Readying) {
  const { state, wasReady, retry } = useReadiness(prepare, delay);
  const onOpened = useEffectEvent(({ detail }: DocumentEventMap['dialog-opened']) => {
    if (detail.name === dialog) retry();
  });
  useEffect(() => {
    document.addEventListener('dialog-opened', onOpened);
    return () => document.removeEventListener('dialog-opened', onOpened);
  }, []);
  return (
    <>
      {state !== 'ready' && <RegistrationWait hasFailed={state === 'failed'} onRetry={retry} />}
      {/* What was typed before stays in it. */}
      {wasReady && <div hidden={state !== 'ready'}>{children}</div>}
    </>
  );
}

function RegistrationWait({ hasFailed, onRetry }: { hasFailed: boolean; onRetry(): void }) {
  if (hasFailed)
    return (
      <div className="form stack gap-8">
        <p role="alert">Не удалось загрузить форму. Проверьте соединение.</p>
        <Button onClick={onRetry}>Повторить</Button>
      </div>
    );
  return (
    <div className="skeleton" role="status" aria-label="Загружаем форму">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** What has happened, where the form stood: it takes the focus, so that a reader hears it. */
function Said({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{children}</p>
    </>
  );
}

interface Frame {
  label: string;
  action: string;
  problems: readonly FormProblem[];
  isSending: boolean;
  onSubmit(event: SyntheticEvent): void;
  trap: UseFormRegisterReturn;
  /** The letter is on its way, and no dialog of this page can tell. */
  isRegistered: boolean;
  onCorrect(): void;
  /** Something was typed since the form was opened. */
  isTyped: boolean;
  /** Something was typed before, and is there again: forgets it. */
  onAnew?: (() => void) | undefined;
  /** What comes after the button. */
  after?: string;
  children: ReactNode;
}

/** What all registrations look like around their questions. */
export function RegistrationFrame({
  label,
  action,
  problems,
  isSending,
  onSubmit,
  trap,
  isRegistered,
  onCorrect,
  isTyped,
  onAnew,
  after = 'После регистрации на почту придёт ссылка для подтверждения.',
  children,
}: Frame) {
  if (isRegistered)
    return (
      <div className="form stack gap-8">
        <Said title="Вы успешно зарегистрированы!">
          Пожалуйста, проверьте свою электронную почту — мы направили вам ссылку для завершения процесса
          регистрации на портале.
        </Said>
        <Registered onCorrect={onCorrect} />
      </div>
    );
  return (
    <form
      className="form stack gap-8"
      action={action}
      method="post"
      noValidate
      onSubmit={onSubmit}
      aria-label={label}
    >
      <UnsavedPrompt isTyped={isTyped} />
      <ErrorSummary title="Проверьте форму" problems={problems} />
      {onAnew && (
        <div className="callout sunken spread gap-8 row-gap-2 text-4" role="status">
          <p>Введённое раньше на месте; пароль нужно ввести снова.</p>
          <Button variant="secondary" size="small" onClick={onAnew}>
            Начать заново
          </Button>
        </div>
      )}
      {children}
      <p className="trap" aria-hidden>
        <label>
          Не заполняйте это поле
          <input tabIndex={-1} autoComplete="off" {...trap} />
        </label>
      </p>
      <Button type="submit" isBusy={isSending} busy="Отправляем…">
        Зарегистрироваться
      </Button>
      <p className="field-hint">{after}</p>
    </form>
  );
}
