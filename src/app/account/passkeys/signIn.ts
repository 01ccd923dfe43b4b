import { call } from '#contract/client/call.ts';
import { goOn } from '../entering.ts';
import { askKey } from './device.ts';

/** Signs in by a key alone. */
export async function signInByKey(): Promise<void> {
  const passkey = await askKey(await call('POST /api/auth/passkey/challenge'));
  await call('POST /api/auth/passkey', { form: { passkey } });
  await goOn();
}
