import { accesses, type Access, type Call } from '#contract/call.ts';
import type { UserRow } from '../database/tables.ts';
import { Refusal } from '../refusal.ts';

/** Who asks. */
export interface Actor {
  access: Access;
  /** The account, when there is one. */
  user?: UserRow;
  /** SHA-256 of the session's token. */
  session?: string;
}

/** Nobody in particular: most readers. */
export const stranger: Actor = { access: 'anonymous' };

/** What an account may do, as of now: a blocked or unconfirmed one nothing. */
export function accessOf(user: UserRow): Access {
  if (user.blocked_at !== null || user.confirmed_at === null) return 'anonymous';
  if (user.type === 'doctor') return user.verified_at === null ? 'doctor' : 'verified-doctor';
  return user.type === 'patient' ? 'partner' : (user.type as 'editor' | 'admin');
}

/** The account of a call that only accounts may make. */
export function userOf({ user }: Actor): UserRow {
  if (!user) throw new Error('This call needs an account, and its access does not say so');
  return user;
}

/** Lets the actor through or refuses, before any parameter is looked at: the refusal tells nothing of what exists. */
export function admit(actor: Actor, call: Pick<Call, 'access' | 'only'>): void {
  const isEnough = accesses.indexOf(actor.access) >= accesses.indexOf(call.access);
  if (isEnough && (call.only === undefined || actor.user?.type === call.only)) return;
  if (actor.access !== 'anonymous')
    throw new Refusal(403, 'У вашей учётной записи нет доступа к этому разделу.');
  if (actor.user) throw new Refusal(403, 'Учётная запись заблокирована. Напишите нам, если это ошибка.');
  throw new Refusal(
    401,
    call.access === 'partner'
      ? 'Войдите в личный кабинет, чтобы продолжить.'
      : 'Раздел открыт для врачей. Войдите или зарегистрируйтесь.',
  );
}
