import { importOrSkip } from '#stores/importOrReload.ts';
import { $user, signOut } from '#stores/session.ts';
import { confirmAction } from './confirmAction.ts';

/**
 * Ends the session; asks first where that takes away what nothing but this device has. A part that is lost must not leave
 * anybody signed in.
 */
export async function leaveAccount(): Promise<void> {
  const drafts = await importOrSkip(() => import('#stores/encrypted-drafts.ts'));
  if (await drafts?.hasDrafts($user.get()?.id ?? 0)) {
    const isSure = await confirmAction(
      'На этом устройстве остались ваши записи, которых нет на сервере: неотправленное или слова, похожие на личные данные. После выхода они удалятся.',
    );
    if (!isSure) return;
  }
  await signOut();
}
