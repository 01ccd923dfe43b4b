import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Where the rest stands, and how it is called. */
  url: string;
  more: string;
  /** Lines. */
  children: ReactNode;
}

/** One subject of the day. */
export const Part = ({ title, url, more, children }: Props) => (
  <section className="today-part notes stack gap-4 can-shrink content-start" aria-label={title}>
    <h3>{title}</h3>
    <ul>{children}</ul>
    <p className="small">
      <a href={url}>{more}</a>
    </p>
  </section>
);
