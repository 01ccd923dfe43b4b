import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Layout } from './layout.ts';

const shape = z.object({
  ref: z.string(),
  /** Folders of the releases. */
  from: z.string(),
  to: z.string(),
  /** `tried`: the portal still runs the former release. */
  state: z.enum(['tried', 'switching', 'undoing']),
  triedAt: z.number(),
  stoppedAt: z.number(),
  /** Migrations of the database before the switch. */
  migrations: z.array(z.string()),
});

/** An upgrade whose trial succeeded; the steps before leave nothing to go on with or to undo. */
export type Journal = z.infer<typeof shape>;

const fileOf = ({ base }: Layout) => path.join(base, 'upgrade.json');

export function readJournal(layout: Layout): Journal | undefined {
  const file = fileOf(layout);
  return existsSync(file) ? shape.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

export function writeJournal(layout: Layout, journal: Journal): void {
  const file = fileOf(layout);
  writeFileSync(`${file}.next`, JSON.stringify(journal), { flush: true });
  renameSync(`${file}.next`, file);
}

export const clearJournal = (layout: Layout): void => rmSync(fileOf(layout), { force: true });
