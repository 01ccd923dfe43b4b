/** What a browser tells of the connection (Network Information API). */
export interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Pages are fetched ahead unless the reader saves data or is on 2g. */
export function mayPrefetch(connection: Connection | undefined): boolean {
  return !connection?.saveData && !connection?.effectiveType?.includes('2g');
}
