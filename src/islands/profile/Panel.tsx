import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  id?: string;
  tone?: 'danger';
  /** Stands at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a profile page under a heading. */
export function Panel({ title, id, tone, action, children }: Props) {
  const heading = useId();
  return (
    <section className="panel" id={id} data-tone={tone} aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
