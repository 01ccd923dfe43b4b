import { createContext, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import { lowered } from '#domain/typography.ts';
import { Pill } from '#ui/Pill.tsx';

type Report = (title: string, empty: string | undefined) => void;
const EmptyCards = createContext<Report | undefined>(undefined);

/** Cards with something in them; the empty ones are one line below, which opens. */
export function CardBoard({ children }: { children: ReactNode }) {
  const [empty, setEmpty] = useState<ReadonlyMap<string, string>>(new Map());
  const report: Report = useCallback((title, text) => {
    setEmpty((known) => {
      const next = new Map(known);
      if (text === undefined) next.delete(title);
      else next.set(title, text);
      return next;
    });
  }, []);
  return (
    <EmptyCards value={report}>
      <div className="desk-board above-10">{children}</div>
      {empty.size > 0 && (
        <details className="muted">
          <summary className="tap">Пусто: {[...empty.keys()].map(lowered).join(', ')}</summary>
          <ul>
            {[...empty].map(([title, text]) => (
              <li key={title}>
                {title}. {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </EmptyCards>
  );
}

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
  const report = use(EmptyCards);
  useEffect(() => {
    if (total > 0) return undefined;
    report?.(title, empty);
    return () => report?.(title, undefined);
  }, [report, title, total, empty]);
  if (total === 0) return null;
  return (
    <section className="desk-card">
      <div className="desk-card-head gap-6">
        <h2>{title}</h2>
        <Pill title={total.toLocaleString('ru')} />
      </div>
      <ul>{children}</ul>
      {all && <a href={all}>Показать все</a>}
    </section>
  );
}
