import { describeKind } from '#domain/kinds/describe.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { Handlers } from '../request/caller.ts';
import { changeManyHandlers } from './change-many.ts';
import { commentHandlers } from './comments.ts';
import { dictionaryHandlers } from './dictionaries.ts';
import { draftHandlers } from './drafts.ts';
import { historyHandlers } from './history.ts';
import { listHandlers, viewHandlers } from './list.ts';
import { logHandlers } from './log.ts';
import { menuHandlers } from './menus.ts';
import { presenceHandlers } from './presence.ts';
import { previewHandlers } from './previews.ts';
import { recordActionHandlers } from './record-actions.ts';
import { editorView } from './record-view.ts';
import { relationHandlers } from './relations.ts';
import { reviewHandlers } from './review.ts';
import { scheduleHandlers } from './schedule.ts';

export const editorsHandlers = {
  'GET /api/editors/kinds': async () => publicKinds.map(describeKind),
  'GET /api/editors/records/{id}': (caller, { path }) => editorView(caller.db, path.id, caller.user.id),
  ...listHandlers,
  ...recordActionHandlers,
  ...draftHandlers,
  ...scheduleHandlers,
  ...changeManyHandlers,
  ...historyHandlers,
  ...presenceHandlers,
  ...previewHandlers,
  ...commentHandlers,
  ...relationHandlers,
  ...viewHandlers,
  ...dictionaryHandlers,
  ...menuHandlers,
  ...reviewHandlers,
  ...logHandlers,
} satisfies Partial<Handlers>;
