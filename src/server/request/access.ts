import { accesses, type Access, type Call } from '#contract/call.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Settings } from '../settings.ts';

export interface Actor {
  access: Access;
  user?: UserRow;
  /** SHA-256 of the session token. */
  session?: string;
  /** A user who still owes a factor or password and has anonymous rights until then. */
  pendingLogin?: { user: UserRow; lacks: 'code' | 'factor' | 'password' };
}

export const anonymousActor: Actor = { access: 'anonymous' };

/** Present rights of an account; none when blocked or unconfirmed. */
export function accessOf(user: UserRow): Access {
  if (user.blocked_at !== null || user.confirmed_at === null) return 'anonymous';
  if (user.type === 'doctor') return user.verified_at === null ? 'doctor' : 'verified-doctor';
  return user.type === 'patient' ? 'partner' : (user.type as 'editor' | 'admin');
}

/** Accounts that may sign in and get letters. */
export const recipients = (db: ReadDatabase) =>
  db.selectFrom('users').where('users.confirmed_at', 'is not', null).where('users.blocked_at', 'is', null);

export const staff = (db: ReadDatabase) => recipients(db).where('users.type', 'in', ['editor', 'admin']);

export const administrators = (db: ReadDatabase): Promise<UserRow[]> =>
  recipients(db).where('users.type', '=', 'admin').selectAll().orderBy('id').execute();

/** Distinguishes partners from families, who share a type (ruling G4). */
const sideOf = (user: UserRow | undefined) =>
  user?.type === 'patient' ? (user.is_family ? 'family' : 'partner') : undefined;

export function userOf({ user }: Actor): UserRow {
  if (!user) throw new Error('This call needs an account, and its access does not say so');
  return user;
}

export const isAtLeast = (access: Access, needed: Access) =>
  accesses.indexOf(access) >= accesses.indexOf(needed);

type Audience = Pick<Settings, 'CASES_READING'>;

/** Access required for cases, by CASES_READING (ruling G73). */
const readersOf = ({ CASES_READING }: Audience): Access =>
  CASES_READING === 'verified' ? 'verified-doctor' : 'doctor';

export const mayReadCases = (access: Access, settings: Audience): boolean =>
  isAtLeast(access, readersOf(settings));

export const accessUnder = (settings: Audience, { access, isOfCases }: Call): Access =>
  isOfCases ? readersOf(settings) : access;

/**
 * Authorises a call or throws, before parameters are parsed, so that it does not reveal what exists. Calls
 * that set up a factor or password are open to users who owe it.
 */
export function authorize(
  given: Actor,
  call: Pick<Call, 'access' | 'only' | 'withoutSecondFactor' | 'withoutNewPassword'>,
): Actor {
  const { pendingLogin, session } = given;
  const isSettingUp =
    (pendingLogin?.lacks === 'factor' && call.withoutSecondFactor === true) ||
    (pendingLogin?.lacks === 'password' && call.withoutNewPassword === true);
  const actor: Actor = isSettingUp
    ? { access: accessOf(pendingLogin.user), user: pendingLogin.user, ...(session ? { session } : {}) }
    : given;
  if (isAtLeast(actor.access, call.access) && (call.only === undefined || call.only === sideOf(actor.user)))
    return actor;
  if (actor.access !== 'anonymous')
    throw new HttpError(403, 'У вашей учётной записи нет доступа к этому разделу.');
  if (pendingLogin?.lacks === 'factor')
    throw new HttpError(403, 'Вашей роли нужен второй фактор: сначала включите его в настройках.');
  if (pendingLogin?.lacks === 'password')
    throw new HttpError(403, 'Вашей роли нужен пароль длиннее прежнего: сначала смените его в настройках.');
  if (pendingLogin) throw new HttpError(401, 'Вход не закончен: введите код второго фактора.');
  if (actor.user) throw new HttpError(403, 'Учётная запись заблокирована. Напишите нам, если это ошибка.');
  throw new HttpError(
    401,
    call.access === 'doctor' || call.access === 'verified-doctor'
      ? 'Раздел открыт для врачей. Войдите или зарегистрируйтесь.'
      : 'Войдите в личный кабинет, чтобы продолжить.',
  );
}
