import type { publicationContract } from '#contract/publication.ts';
import type { PublicationMode } from '#domain/publication.ts';
import { note } from '../audit/note.ts';
import type { Context } from '../context.ts';
import { userOf } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';
import { Refusal } from '../refusal.ts';
import { publicationEvents } from './events.ts';
import { livePublicationOf } from './live.ts';
import { listPurges, repeatPurge } from './purge.ts';
import { rollBackCatalogue, rollBackRecord } from './rollback.ts';
import { listPublications, showPublication, statusOf } from './status.ts';
import { waitingChange } from './waiting.ts';

/** Answers to the calls about publishing. */
export function publicationHandlers(context: Context): Handlers<keyof typeof publicationContract> {
  const { database } = context;
  const db = database.kysely;
  const ask = (mode: PublicationMode) => {
    if (!livePublicationOf(database).ask(mode))
      throw new Refusal(409, 'На этом сервере публикатор не работает: страницы строит другой.');
  };
  return {
    'GET /api/editors/publication': () => statusOf(context),
    'GET /api/editors/publication/events': async ({ query }) => publicationEvents(context, query.for),
    'POST /api/editors/publication': async ({ input }) => {
      ask(input.mode);
      return await statusOf(context);
    },
    'POST /api/editors/publication/stop': async ({ actor, visit }) => {
      if (!livePublicationOf(database).stop())
        throw new Refusal(409, 'Останавливать нечего: всё, что выкладывалось, уже на сайте.');
      await database.transaction((tx) =>
        note(tx, {
          at: context.now?.() ?? new Date(),
          deed: 'publication stopped',
          actorId: userOf(actor).id,
          visit,
        }),
      );
      return await statusOf(context);
    },
    'GET /api/editors/publication/waiting/{id}': ({ path }) => waitingChange(db, path.id),
    'POST /api/admin/publication': async ({ input, actor, visit }) => {
      ask(input.mode);
      await database.transaction((tx) =>
        note(tx, {
          at: context.now?.() ?? new Date(),
          deed: 'site rendered anew',
          actorId: userOf(actor).id,
          visit,
          details: input.mode,
        }),
      );
      return await statusOf(context);
    },
    'GET /api/editors/publications': ({ query }) => listPublications(db, query),
    'GET /api/editors/publications/{id}': ({ path }) => showPublication(db, path.id),
    'GET /api/editors/purges': ({ query }) => listPurges(context, query),
    'POST /api/editors/purges/{id}/repeat': ({ path, actor, visit }) =>
      repeatPurge(path.id, { context, user: userOf(actor), visit }),
    'POST /api/editors/records/{id}/rollback': ({ path, input, actor, visit }) =>
      rollBackRecord(path.id, input, { context, user: userOf(actor), visit }),
    'POST /api/admin/rollback': ({ input, actor, visit }) =>
      rollBackCatalogue(input, { context, user: userOf(actor), visit }),
  };
}
