import { Icon } from './Icon.tsx';

/** Why an action failed, beside its button; the live region exists before the message. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && (
        <p className="field-error">
          <Icon name="alert-circle" />
          {message}
        </p>
      )}
    </div>
  );
}
