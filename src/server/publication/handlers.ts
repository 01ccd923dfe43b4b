import type { WaitingChange } from '#contract/publication.ts';
import type { PublicationMode } from '#domain/publication.ts';
import { audit } from '../audit/audit.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import type { ReadDatabase } from '../database/database.ts';
import { differencesAmong } from '../editors/history.ts';
import { findRevision, getRow } from '../editors/record-view.ts';
import { isPublishedElsewhere, publisherMessages } from './publisher.ts';
import { purgeHandlers } from './purge.ts';
import { rollbackHandlers } from './rollback.ts';
import { statusHandlers, statusOf } from './status.ts';
import { liveSeq, versionsAt } from './seen-versions.ts';

export const publicationHandlers = {
  ...statusHandlers,
  'POST /api/editors/publication': async (caller, { input }) => {
    await requestPublication(caller, input.mode);
    return await statusOf(caller);
  },
  'POST /api/editors/publication/stop': async (caller) => {
    const { cluster, publication } = caller;
    if (await isPublishedElsewhere(caller)) await cluster.send(publisherMessages.stop);
    else if (!publication.stop())
      throw new HttpError(409, 'Останавливать нечего: всё, что выкладывалось, уже на сайте.');
    await caller.database.transaction((tx) => audit(tx, caller, 'publication stopped'));
    return await statusOf(caller);
  },
  'GET /api/editors/publication/waiting/{id}': (caller, { path }) => waitingChange(caller.db, path.id),
  'POST /api/admin/publication': async (caller, { input }) => {
    await requestPublication(caller, input.mode);
    await caller.database.transaction((tx) =>
      audit(tx, caller, 'site rendered anew', { details: input.mode }),
    );
    return await statusOf(caller);
  },
  ...purgeHandlers,
  ...rollbackHandlers,
} satisfies Partial<Handlers>;

async function requestPublication(caller: Caller, mode: PublicationMode): Promise<void> {
  if (await isPublishedElsewhere(caller)) return await caller.cluster.send(publisherMessages.publish(mode));
  if (!caller.publication.request(mode))
    throw new HttpError(409, 'На этом сервере публикатор не работает: страницы строит другой.');
}

/** Published and future state of a record; equal if nothing is pending. */
async function waitingChange(db: ReadDatabase, id: number): Promise<WaitingChange> {
  const row = await getRow(db, id);
  const isPublished = row.state === 'published';
  const version = (await versionsAt(db, [id], await liveSeq(db))).get(id);
  if (version === undefined) return { action: isPublished ? 'new' : 'none', differences: [] };
  if (!isPublished) return { action: 'remove', differences: [] };
  const seen = await findRevision(db, id, version);
  if (!seen) return { action: 'edit', differences: [] };
  const differences = (await differencesAmong(db, row.kind, [seen, row]))(seen, row);
  return { action: differences.length > 0 ? 'edit' : 'none', differences };
}
