import { call } from '#contract/client/call.ts';
import type { FactorKind } from '#contract/client/user.ts';
import { afterSignIn, $user } from '#stores/session.ts';
import { pageAfterSignIn } from './next.ts';

/** The first step of a sign-in; for most people the only one, for others gives the factors of the second. */
export async function enter(values: {
  email: string;
  password: string;
}): Promise<readonly FactorKind[] | undefined> {
  const answer = await call('POST /api/auth/login', { form: values });
  if ('state' in answer) return answer.factors;
  await goOn();
  return undefined;
}

/** After a sign-in one goes on where one was: the wanted page, this one, or from the login page to the profile or the desk. */
export async function goOn(): Promise<void> {
  await afterSignIn();
  const user = $user.get();
  const page = user && pageAfterSignIn(user);
  if (page) location.assign(page);
}
