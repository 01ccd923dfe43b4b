import { accesses, type Access, type Call } from '#contract/call.ts';
import { catalogueCalls } from '#contract/catalogue.ts';
import { contract, type CallName } from '#contract/contract.ts';
import type { UserRow } from '../database/tables.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';

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

const isAtLeast = (access: Access, needed: Access) => accesses.indexOf(access) >= accesses.indexOf(needed);

type Reading = Pick<Settings, 'CASES_READING'>;
const neededForCases = ({ CASES_READING }: Reading): Access =>
  CASES_READING === 'verified' ? 'verified-doctor' : 'doctor';

/** The calls as this portal opens them: who may read cases is a setting (ruling G45). */
export function callsUnder(settings: Reading): Map<CallName, Call> {
  const ofDoctors = new Set(
    catalogueCalls.filter(({ kind }) => kind.readers === 'doctors').map(({ name }) => name),
  );
  return new Map(
    Object.entries(contract).map(([name, call]) => [
      name as CallName,
      (ofDoctors.has(name) ? { ...call, access: neededForCases(settings) } : call) as Call,
    ]),
  );
}

export const mayReadCases = (actor: Actor, settings: Reading) =>
  isAtLeast(actor.access, neededForCases(settings));

/** Lets the actor through or refuses, before any parameter is looked at: the refusal tells nothing of what exists. */
export function admit(actor: Actor, call: Pick<Call, 'access' | 'only'>): void {
  if (isAtLeast(actor.access, call.access) && (call.only === undefined || actor.user?.type === call.only))
    return;
  if (actor.access !== 'anonymous')
    throw new Refusal(403, 'У вашей учётной записи нет доступа к этому разделу.');
  if (actor.user) throw new Refusal(403, 'Учётная запись заблокирована. Напишите нам, если это ошибка.');
  throw new Refusal(
    401,
    call.access === 'doctor' || call.access === 'verified-doctor'
      ? 'Раздел открыт для врачей. Войдите или зарегистрируйтесь.'
      : 'Войдите в личный кабинет, чтобы продолжить.',
  );
}
