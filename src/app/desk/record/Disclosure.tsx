import { useState, type ReactNode } from 'react';

/**
 * One thing of a list as a line of words; what it holds is written below when it is opened, or at once when it is new.
 * Fields are drawn at the first opening: a disease has hundreds of signs.
 */
export function Disclosure({
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
  const [isDrawn, setDrawn] = useState(isOpen);
  return (
    <details
      className="desk-fold"
      open={wasOpen || isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setDrawn(true)}
    >
      <summary>{summary || 'Новая строка'}</summary>
      {(isDrawn || isOpen) && children}
    </details>
  );
}
