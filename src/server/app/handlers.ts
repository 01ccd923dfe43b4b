import { administrationHandlers } from '../administration/handlers.ts';
import { accountHandlers } from '../account/handlers.ts';
import { profileHandlers } from '../profile/handlers.ts';
import { applicationHandlers } from '../applications/handlers.ts';
import { broadcastHandlers } from '../broadcasts/broadcasts.ts';
import { caseHandlers } from '../cases/handlers.ts';
import { catalogueHandlers } from '../catalogue/handlers.ts';
import { codesHandlers } from '../codes/codes.ts';
import type { NarrowedLists } from '../catalogue/page.ts';
import type { Context } from '../request/context.ts';
import { deskHandlers } from '../desk/handlers.ts';
import { fileHandlers } from '../files/files.ts';
import { editorsHandlers } from '../editors/handlers.ts';
import { entitlementHandlers } from '../entitlements/handlers.ts';
import { importHandlers } from '../import/handlers.ts';
import { notificationHandlers } from '../notifications/list.ts';
import { portalHandlers } from '../portal/handlers.ts';
import { publicationHandlers } from '../publication/handlers.ts';
import { readsHandlers } from '../reads/sums.ts';
import { reportHandlers } from '../reports/reports.ts';
import { searchHandlers } from '../search/public-search.ts';
import { signsHandlers } from '../signs/handlers.ts';
import { subscriptionHandlers } from '../digests/preview.ts';
import { todayHandlers } from '../today/handlers.ts';
import { unsubscribeHandlers } from '../unsubscribe/unsubscribe.ts';
import type { Handlers } from '../request/caller.ts';

export function handlersOf(context: Context, lists: NarrowedLists): Handlers {
  return {
    ...catalogueHandlers(context, lists),
    ...portalHandlers(context),
    ...entitlementHandlers(context),
    ...searchHandlers,
    ...codesHandlers,
    ...signsHandlers(context),
    ...accountHandlers,
    ...profileHandlers,
    ...subscriptionHandlers,
    ...notificationHandlers,
    ...todayHandlers,
    ...unsubscribeHandlers,
    ...applicationHandlers,
    ...administrationHandlers,
    ...reportHandlers,
    ...readsHandlers,
    ...publicationHandlers,
    ...editorsHandlers,
    ...caseHandlers(context),
    ...deskHandlers,
    ...broadcastHandlers,
    ...fileHandlers,
    ...importHandlers,
  };
}
