import { $user, signOut } from '#stores/session.ts';

/** Ends the session; asks first where that takes away what nothing but this device has (stores/sealed.ts). */
export async function leaveAccount(): Promise<void> {
  const { hasSealed } = await import('#stores/sealed.ts');
  if (await hasSealed($user.get()?.id ?? 0)) {
    const { confirmAction } = await import('./confirmDeed.ts');
    const isSure = await confirmAction(
      'На этом устройстве остались ваши записи, которых нет на сервере: неотправленное или слова, похожие на личные данные. После выхода они удалятся.',
    );
    if (!isSure) return;
  }
  await signOut();
}
