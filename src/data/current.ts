import { openWritableReplica } from './writable-replica.ts';
import { follow } from './follow.ts';
import type { Replica } from './replica.ts';
import { apiSource } from './source.ts';

// With plain `astro build` and `astro dev` the replica is loaded from the API into memory; the publisher
// supplies its own.
const api = process.env['REGISTER_API_URL'];
let snapshot: Replica | undefined = api ? await filled(api) : undefined;

async function filled(url: string): Promise<Replica> {
  const copy = openWritableReplica(':memory:');
  await follow(copy, apiSource(url));
  return copy;
}

export function useReplica(next: Replica): void {
  snapshot = next;
}

export function current(): Replica {
  if (!snapshot)
    throw new Error('Pages need a catalogue: run `npm run build`, or set REGISTER_API_URL to a running API.');
  return snapshot;
}
