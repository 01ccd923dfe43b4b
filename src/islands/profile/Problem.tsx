import { Icon } from '#ui/Icon.tsx';
import { alertCircle } from '#ui/icons.ts';

/** What went wrong with a deed, beside the deed. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className="field-error">
          <Icon drawing={alertCircle} />
          {text}
        </p>
      )}
    </div>
  );
}
