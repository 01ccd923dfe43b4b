import type { publicationContract } from '#contract/publication.ts';
import type { PublicationMode } from '#domain/publication.ts';
import { auditAction } from '../audit/audit.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { publicationEvents } from './events.ts';
import { livePublicationOf } from './live-publication.ts';
import { isPublishedElsewhere, publisherMessages } from './publisher.ts';
import { listPurges, repeatPurge } from './purge.ts';
import { rollBackCatalogue, rollBackRecord } from './rollback.ts';
import { listPublications, showPublication, statusOf } from './status.ts';
import { waitingChange } from './pending.ts';

export const publicationHandlers: Handlers<keyof typeof publicationContract> = {
  'GET /api/editors/publication': (caller) => statusOf(caller),
  'GET /api/editors/publication/events': async (caller, { query }) => publicationEvents(caller, query.for),
  'POST /api/editors/publication': async (caller, { input }) => {
    await requestPublication(caller, input.mode);
    return await statusOf(caller);
  },
  'POST /api/editors/publication/stop': async (caller) => {
    const { cluster, database } = caller;
    if (await isPublishedElsewhere(caller)) await cluster.send(publisherMessages.stop);
    else if (!livePublicationOf(database).stop())
      throw new HttpError(409, 'Останавливать нечего: всё, что выкладывалось, уже на сайте.');
    await caller.database.transaction((tx) => auditAction(tx, caller, { action: 'publication stopped' }));
    return await statusOf(caller);
  },
  'GET /api/editors/publication/waiting/{id}': (caller, { path }) => waitingChange(caller.db, path.id),
  'POST /api/admin/publication': async (caller, { input }) => {
    await requestPublication(caller, input.mode);
    await caller.database.transaction((tx) =>
      auditAction(tx, caller, { action: 'site rendered anew', details: input.mode }),
    );
    return await statusOf(caller);
  },
  'GET /api/editors/publications': (caller, { query }) => listPublications(caller.db, query),
  'GET /api/editors/publications/{id}': (caller, { path }) => showPublication(caller.db, path.id),
  'GET /api/editors/purges': (caller, { query }) => listPurges(caller, query),
  'POST /api/editors/purges/{id}/repeat': (caller, { path }) => repeatPurge(caller, path.id),
  'POST /api/editors/records/{id}/rollback': (caller, { path, input }) =>
    rollBackRecord(caller, path.id, input),
  'POST /api/admin/rollback': (caller, { input }) => rollBackCatalogue(caller, input),
};

async function requestPublication(caller: Caller, mode: PublicationMode): Promise<void> {
  if (await isPublishedElsewhere(caller)) return await caller.cluster.send(publisherMessages.publish(mode));
  if (!livePublicationOf(caller.database).request(mode))
    throw new HttpError(409, 'На этом сервере публикатор не работает: страницы строит другой.');
}
