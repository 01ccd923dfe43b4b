import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { CallError, type Output } from '#contract/client/call.ts';

/** Passkey calls with errors as page messages; loaded on first use. */

/** Lets the device make a key; gives its answer as the portal takes it. */
export const makeKey = (options: Output<'POST /api/user/passkeys/begin'>): Promise<string> =>
  withDeviceErrors(() => startRegistration({ optionsJSON: options }));

/** Lets a key sign. */
export const askKey = (options: Output<'POST /api/auth/passkey/challenge'>): Promise<string> =>
  withDeviceErrors(() => startAuthentication({ optionsJSON: options }));

/** Device errors are shown like server errors, at the form. */
async function withDeviceErrors(action: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await action());
  } catch (error) {
    throw new CallError(400, [{ message: wordsOf(error) }]);
  }
}

/** Names of DOMException, as Web Authentication level 3 uses them (§5.1.3, §5.1.4); the library keeps them. */
const words: Record<string, string> = {
  NotAllowedError: 'Не получилось: вы отменили проверку, или время на неё вышло. Попробуйте ещё раз.',
  AbortError: 'Проверка прервана. Попробуйте ещё раз.',
  InvalidStateError: 'На этом устройстве ключ для вашей учётной записи уже есть.',
  NotSupportedError: 'Это устройство не умеет делать такие ключи. Попробуйте другое.',
  ConstraintError:
    'Ключ не подходит: он не умеет проверять владельца по пин-коду, отпечатку или лицу. Попробуйте другой.',
  SecurityError: 'Ключи доступа работают только на основном адресе портала: откройте его.',
};

function wordsOf(error: unknown): string {
  const { name, cause } = error as Error;
  const own = cause instanceof Error ? cause.name : name;
  return words[name] ?? words[own] ?? 'Устройство не ответило. Попробуйте ещё раз.';
}
