import { accesses, type Access, type Call } from '#contract/call.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Settings } from '../settings.ts';

/** Who asks. */
export interface Actor {
  access: Access;
  /** The account, when there is one. */
  user?: UserRow;
  /** SHA-256 of the session's token. */
  session?: string;
  /** Somebody who has not shown all that is asked of them, and may do what anonymous visitors may until they have. */
  pendingLogin?: { user: UserRow; lacks: 'code' | 'factor' | 'password' };
}

/** Nobody in particular: most readers. */
export const anonymousActor: Actor = { access: 'anonymous' };

/** What an account may do, as of now: a blocked or unconfirmed one nothing. */
export function accessOf(user: UserRow): Access {
  if (user.blocked_at !== null || user.confirmed_at === null) return 'anonymous';
  if (user.type === 'doctor') return user.verified_at === null ? 'doctor' : 'verified-doctor';
  return user.type === 'patient' ? 'partner' : (user.type as 'editor' | 'admin');
}

/** Of two who share a type, and nothing but the least rights, which one it is (ruling G4). */
const sideOf = (user: UserRow | undefined) =>
  user?.type === 'patient' ? (user.is_family ? 'family' : 'partner') : undefined;

/** The account of a call that only accounts may make. */
export function userOf({ user }: Actor): UserRow {
  if (!user) throw new Error('This call needs an account, and its access does not say so');
  return user;
}

export const isAtLeast = (access: Access, needed: Access) =>
  accesses.indexOf(access) >= accesses.indexOf(needed);

type Audience = Pick<Settings, 'CASES_READING'>;

/** Reading cases takes a doctor, or one whose profession an editor has verified, as the operator says (ruling G73). */
const readersOf = ({ CASES_READING }: Audience): Access =>
  CASES_READING === 'verified' ? 'verified-doctor' : 'doctor';

export const mayReadCases = (access: Access, settings: Audience): boolean =>
  isAtLeast(access, readersOf(settings));

/** What a call needs under these settings. */
export const accessUnder = (settings: Audience, { access, isOfCases }: Call): Access =>
  isOfCases ? readersOf(settings) : access;

/**
 * Who makes the call, or a refusal, before any parameter is looked at: it tells nothing of what exists. Calls that set
 * up the second factor, or a password that fits the role, are open to those who lack them.
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
