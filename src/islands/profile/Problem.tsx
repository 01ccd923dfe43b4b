import { Icon } from '#ui/Icon.tsx';

/** What went wrong with an action, beside the action. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className="field-error">
          <Icon name="alert-circle" />
          {text}
        </p>
      )}
    </div>
  );
}
