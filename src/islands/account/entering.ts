import { call } from '#contract/client/call.ts';
import { afterSignIn, $user } from '#stores/session.ts';
import { wantedPage } from './next.ts';

/** The first step of a sign-in; for most people the only one. */
export async function enter(values: { email: string; password: string }): Promise<'entered' | 'second step'> {
  const answer = await call('POST /api/auth/login', { form: values });
  if ('state' in answer) return 'second step';
  await goOn();
  return 'entered';
}

/** After a sign-in one goes on where one was: the wanted page, this one, or from the login page to the profile. */
export async function goOn(): Promise<void> {
  await afterSignIn();
  const isEntrance = /^\/profile\/(login|restore|confirm|register)\//.test(location.pathname);
  const wanted = wantedPage() ?? (isEntrance ? '/profile/' : undefined);
  if (wanted && $user.get()) location.assign(wanted);
}
