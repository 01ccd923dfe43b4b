import type { ReactNode } from 'react';

interface Props {
  className?: string;
  label: string;
  columns: readonly ReactNode[];
  /** The first column says by name what a row is about, and takes the room that others leave. */
  isNamed?: boolean;
  /** Other rows are on their way. */
  isBusy?: boolean;
  /** Its rows. */
  children: ReactNode;
}

/**
 * A table that scrolls by itself, by keyboard, too, where it is wider than its place; on a phone its rows are short lists,
 * in which a cell is named by its data-title.
 */
export function ScrollTable({ className = '', label, columns, isNamed = false, isBusy, children }: Props) {
  return (
    <div
      className={`scroll-table ${className}`.trim()}
      tabIndex={0}
      role="region"
      data-named={isNamed || undefined}
      aria-label={label}
      aria-busy={isBusy}
    >
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
