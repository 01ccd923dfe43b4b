import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Addresses of the published site, looked up in the publisher's replica. */
export function knownAddresses(snapshot: string): { has(address: string): boolean; close(): void } {
  let open: { database: DatabaseSync; find: StatementSync; ino: number } | undefined;

  /** A damaged replica is replaced by a new file. */
  function current() {
    const ino = statSync(snapshot, { throwIfNoEntry: false })?.ino;
    if (ino === undefined) return undefined;
    if (open?.ino === ino) return open;
    open?.database.close();
    const database = new DatabaseSync(snapshot, { readOnly: true, timeout: 1000 });
    const find = database.prepare("select 1 from page where address = ? and route <> ''");
    open = { database, find, ino };
    return open;
  }

  return {
    has: (address) => current()?.find.get(address) !== undefined,
    close: () => open?.database.close(),
  };
}
