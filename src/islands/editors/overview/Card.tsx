import type { ReactNode } from 'react';

/** A part of the overview: its number, its first rows, and the way to the rest. */
export function Card({
  title,
  total,
  all,
  empty,
  children,
}: {
  title: string;
  total: number;
  all?: string;
  empty: string;
  children: ReactNode;
}) {
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{title}</h2>
        {total > 0 && <span className="pill">{total.toLocaleString('ru')}</span>}
      </div>
      {total === 0 ? <p className="muted">{empty}</p> : <ul>{children}</ul>}
      {all && total > 0 && <a href={all}>Показать все</a>}
    </section>
  );
}
