/** Network Information API. */
export interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** No prefetching with data saving or 2g. */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !connection?.effectiveType?.includes('2g');
}
