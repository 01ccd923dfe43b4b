import type { ReactNode, Ref } from 'react';

interface Props {
  className?: string;
  label: string;
  /** Said to screen readers before the table. */
  caption?: string;
  columns: readonly ReactNode[];
  /** The first column says by name what a row is about, and takes the room that others leave. */
  isNamed?: boolean;
  /** Other rows are on their way. */
  isBusy?: boolean;
  ref?: Ref<HTMLDivElement>;
  /** Its rows. */
  children: ReactNode;
}

/**
 * A table that scrolls by itself, by keyboard, too, where it is wider than its place; on a phone its rows are short lists,
 * in which a cell is named by its data-title.
 */
export function DataTable({
  className = '',
  label,
  caption,
  columns,
  isNamed = false,
  isBusy,
  ref,
  children,
}: Props) {
  return (
    <div
      ref={ref}
      className={`table ${className}`.trim()}
      tabIndex={0}
      role="region"
      data-framed
      data-stacks
      data-named={isNamed || undefined}
      aria-label={label}
      aria-busy={isBusy}
    >
      <table className="full-width">
        {caption && <caption className="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th className="nowrap text-3" key={index} scope="col">
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
