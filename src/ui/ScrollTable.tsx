import type { ReactNode } from 'react';

interface Props {
  className: string;
  label: string;
  columns: readonly ReactNode[];
  /** Other rows are on their way. */
  isBusy?: boolean;
  /** Its rows. */
  children: ReactNode;
}

/** A table that scrolls by itself, by keyboard, too, where it is wider than the page. */
export function ScrollTable({ className, label, columns, isBusy, children }: Props) {
  return (
    <div className={className} tabIndex={0} role="region" aria-label={label} aria-busy={isBusy}>
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
