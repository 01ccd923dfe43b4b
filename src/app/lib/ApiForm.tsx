import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { useCallForm, type CallForm, type CallFormOptions } from './useCallForm.ts';

export interface ApiFormProps<Values extends FieldValues> extends CallFormOptions<Values> {
  /** Name of the form. */
  label?: string;
  /** Title of the error summary. */
  failed: string;
  /** Above the error summary and the fields. */
  intro?: ReactNode;
  /** The fields. */
  children(form: CallForm<Values>): ReactNode;
  /** Text of the button that sends the form, and its text meanwhile. */
  submit: string;
  busy: string;
  variant?: 'secondary' | 'danger';
  /** Without it the form has no cancel button. */
  onCancel?: (() => void) | undefined;
  cancel?: string;
  /** After the buttons. */
  actions?: ReactNode;
  className?: string;
  /** Class of the row of buttons. */
  bar?: string;
}

/** A form that a call answers: what is wrong above its fields, and below them the way to send it and the way out. */
export function ApiForm<Values extends FieldValues>({
  label,
  failed,
  intro,
  children,
  submit,
  busy,
  variant,
  onCancel,
  cancel = 'Отменить',
  actions,
  className = 'form stack gap-8',
  bar = 'row',
  ...options
}: ApiFormProps<Values>) {
  const form = useCallForm<Values>(options);
  const giveUp = () => {
    form.forget();
    onCancel?.();
  };
  return (
    <form className={className} noValidate onSubmit={form.submit} aria-label={label}>
      {intro}
      <ErrorSummary title={failed} problems={form.problems} />
      {children(form)}
      <div className={bar}>
        <Button type="submit" variant={variant} isBusy={form.isSending} busy={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="secondary" disabled={form.isSending} onClick={giveUp}>
            {cancel}
          </Button>
        )}
        {actions}
      </div>
    </form>
  );
}
