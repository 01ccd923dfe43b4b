import { useEffect, useId, useRef } from 'react';

export interface FormProblem {
  message: string;
  /** Id of the field at fault. */
  field?: string | undefined;
}

/**
 * What keeps a form from being sent, above it; takes the focus when it appears or changes, but not where it follows
 * every letter that is typed. Drawn for a page without scripts it is read aloud by itself.
 */
export function ErrorSummary({
  title,
  problems,
  takesFocus = true,
}: {
  title: string;
  problems: readonly FormProblem[];
  takesFocus?: boolean;
}) {
  const titleId = useId();
  const box = useRef<HTMLDivElement>(null);
  const announced = useRef<ReadonlySet<FormProblem>>(new Set());
  useEffect(() => {
    // One that has been mended leaves quietly.
    if (takesFocus && problems.some((problem) => !announced.current.has(problem))) box.current?.focus();
    announced.current = new Set(problems);
  }, [problems, takesFocus]);
  if (problems.length === 0) return null;
  const role = typeof document === 'undefined' ? 'alert' : 'group';
  return (
    <div className="error-summary" ref={box} tabIndex={-1} role={role} aria-labelledby={titleId}>
      <p className="ink bold" id={titleId}>
        {title}
      </p>
      <ul>
        {problems.map(({ message, field }) => (
          <li key={`${field} ${message}`}>
            {field ? <FieldLink field={field} message={message} /> : message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Leads to the field and puts the caret there; the address stays as it is, for a hash may open a dialog. */
function FieldLink({ field, message }: { field: string; message: string }) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      }}
    >
      {message}
    </a>
  );
}
