import { captchaHandlers } from '../captcha/captcha.ts';
import { addressHandlers } from '../account/address.ts';
import { confirmationHandlers } from '../account/confirmation.ts';
import { dataReadHandlers } from '../account/data-reads.ts';
import { passkeyHandlers } from '../account/passkeys.ts';
import { profileHandlers } from '../account/profile.ts';
import { registrationHandlers } from '../account/registration.ts';
import { restoreHandlers } from '../account/restore.ts';
import { secondFactorHandlers } from '../account/second-factor.ts';
import { settingsHandlers } from '../account/settings.ts';
import { signInHandlers } from '../account/sign-in.ts';
import { filedApplicationHandlers } from '../administration/applications.ts';
import { consentHandlers, userHandlers } from '../administration/users.ts';
import { applicationHandlers } from '../applications/applications.ts';
import { verificationHandlers } from '../applications/verification.ts';
import { changeTypeHandlers } from '../profile/change-type.ts';
import { privacyHandlers } from '../profile/privacy.ts';
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
import { importHandlers } from '../import/desk.ts';
import { importReviewHandlers } from '../import/review.ts';
import { importRowHandlers } from '../import/rows.ts';
import { importColumnHandlers } from '../import/tables/receive.ts';
import { notificationHandlers } from '../notifications/list.ts';
import { portalHandlers } from '../portal/handlers.ts';
import { publicationHandlers } from '../publication/handlers.ts';
import { readsHandlers } from '../reads/sums.ts';
import { reportHandlers } from '../reports/reports.ts';
import { searchHandlers } from '../search/public-search.ts';
import { signsHandlers } from '../signs/handlers.ts';
import { digestHandlers } from '../digests/send.ts';
import { subscriptionHandlers } from '../subscriptions/subscriptions.ts';
import { todayHandlers } from '../today/handlers.ts';
import { unsubscribeHandlers } from '../unsubscribe/unsubscribe.ts';
import type { Handlers } from '../request/caller.ts';

export function handlersOf(context: Context, lists: NarrowedLists): Handlers {
  return {
    ...catalogueHandlers(context, lists),
    ...portalHandlers(context),
    ...entitlementHandlers,
    ...searchHandlers,
    ...codesHandlers,
    ...signsHandlers(context),
    ...signInHandlers,
    ...secondFactorHandlers,
    ...registrationHandlers,
    ...confirmationHandlers,
    ...restoreHandlers,
    ...profileHandlers,
    ...settingsHandlers,
    ...addressHandlers,
    ...passkeyHandlers,
    ...dataReadHandlers,
    ...captchaHandlers,
    ...changeTypeHandlers,
    ...privacyHandlers,
    ...subscriptionHandlers,
    ...digestHandlers,
    ...notificationHandlers,
    ...todayHandlers,
    ...unsubscribeHandlers,
    ...applicationHandlers,
    ...verificationHandlers,
    ...filedApplicationHandlers,
    ...userHandlers,
    ...consentHandlers,
    ...reportHandlers,
    ...readsHandlers,
    ...publicationHandlers,
    ...editorsHandlers,
    ...caseHandlers(context),
    ...deskHandlers,
    ...broadcastHandlers,
    ...fileHandlers,
    ...importHandlers,
    ...importColumnHandlers,
    ...importRowHandlers,
    ...importReviewHandlers,
  };
}
