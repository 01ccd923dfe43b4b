import { useEffect, useId, useRef, type ReactNode } from 'react';

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
  const place = useRef<HTMLElement>(null);
  // An address that names the panel leads to it, though it was drawn after the page had come.
  useEffect(() => {
    if (!id || location.hash !== `#${id}`) return;
    place.current?.scrollIntoView();
    place.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <section
      className="panel"
      id={id}
      ref={place}
      tabIndex={id ? -1 : undefined}
      data-tone={tone}
      aria-labelledby={heading}
    >
      <div className="panel-head">
        <h2 id={heading}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
