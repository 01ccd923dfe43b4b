import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon.tsx';

export interface FieldFrame {
  /** Of the control; hint and error are named after it. */
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Stands at the end of the label's line. */
  aside?: ReactNode;
  isOptional?: boolean;
}

/** A label, a hint, an error and the control that they belong to. */
export function Field({ children, ...frame }: FieldFrame & { children: ReactNode }) {
  const { id, label, hint, error, aside, isOptional } = frame;
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {isOptional && <span className="muted"> — не обязательно</span>}
        </label>
        {aside}
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

function FieldError({ id, error }: Pick<FieldFrame, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <p className="field-error" id={`${id}-error`}>
      <Icon name="alert-circle" />
      {error}
    </p>
  );
}

/** What ties a control to its hint and error. */
export const described = ({ id, hint, error }: Pick<FieldFrame, 'id' | 'hint' | 'error'>) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
});

type InputProps = FieldFrame & Omit<ComponentProps<'input'>, keyof FieldFrame>;

/** A line of text. */
export function TextField({ id, label, hint, error, aside, isOptional = false, ...input }: InputProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside} isOptional={isOptional}>
      <input className="input" type="text" {...input} {...described({ id, hint, error })} />
    </Field>
  );
}

type AreaProps = FieldFrame & Omit<ComponentProps<'textarea'>, keyof FieldFrame>;

/** Several lines of text. */
export function TextArea({ id, label, hint, error, aside, isOptional = false, ...area }: AreaProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside} isOptional={isOptional}>
      <textarea className="input" rows={4} {...area} {...described({ id, hint, error })} />
    </Field>
  );
}

type SelectProps = FieldFrame & Omit<ComponentProps<'select'>, keyof FieldFrame>;

/** One of a short list, by the browser's own control. */
export function SelectField({ id, label, hint, error, aside, isOptional = false, ...select }: SelectProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error} aside={aside} isOptional={isOptional}>
      <select className="input" {...select} {...described({ id, hint, error })} />
    </Field>
  );
}

type CheckProps = Omit<FieldFrame, 'label' | 'aside' | 'isOptional'> & {
  label: ReactNode;
} & Omit<ComponentProps<'input'>, keyof FieldFrame>;

/** A box to tick, its sentence beside it. */
export function CheckField({ id, label, hint, error, ...input }: CheckProps) {
  return (
    <div className="field">
      <div className="check">
        <input type="checkbox" {...input} {...described({ id, hint, error })} />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}
