import { useState, type ReactNode } from 'react';

/** One thing of a list as a line of words; what it holds is written below when it is opened, or at once when it is new. */
export function Fold({
  summary,
  isOpen,
  children,
}: {
  summary: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  // What is opened while it is empty must not close under the first letter that is typed.
  const [wasOpen] = useState(isOpen);
  return (
    <details className="desk-fold" open={wasOpen || isOpen}>
      <summary>{summary || 'Новая строка'}</summary>
      {children}
    </details>
  );
}
