import { call, CallError } from '#contract/client/call.ts';
import type { FactorKind } from '#contract/client/user.ts';
import { openDialog } from '#stores/dialogs.ts';
import { $user, mayOweCode } from '#stores/session.ts';
import { element, showProblems, startPasswords } from '#ui/plainForm.ts';
import { importOrReload } from '#stores/importOrReload.ts';
import { prepareFrame } from '../chrome/start.ts';
import { canHavePasskeys } from './passkeys/canHavePasskeys.ts';
import { enter } from './entering.ts';
import { pageAfterSignIn } from './next.ts';

/** Messages of empty fields; the server checks the rest. */
const empty: Record<string, string> = {
  email: 'Укажите адрес электронной почты.',
  password: 'Введите пароль.',
};
export const failed = 'Не удалось войти';
export const passkeyWords = 'Войти ключом доступа';
const alive = new WeakSet<HTMLFormElement>();

/** Brings the form in this place to life. */
export function openLogin(place: HTMLElement): void {
  const form = place.querySelector('form');
  if (form) startLogin(form);
  leaveWhenSignedIn();
}

/** The page of signing in leads on those who have signed in before. */
function leaveWhenSignedIn(): void {
  if (location.pathname !== '/profile/login/') return;
  const stop = $user.subscribe((user) => {
    if (user === undefined) return;
    // ./entering.ts continues after this form.
    queueMicrotask(() => stop());
    if (user?.id) location.replace(pageAfterSignIn(user) ?? '/profile/');
  });
}

/** Brings a form of signing in to life where it stands: what was typed and the caret stay as they are (B127). */
export function startLogin(form: HTMLFormElement): void {
  if (alive.has(form)) return;
  alive.add(form);
  form.noValidate = true;
  startPasswords(form);
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button && !button.disabled) void send(form, button);
  });
  startKey(form);
  if (mayOweCode()) void goOnWithCode(form);
}

/** A sign-in that was left at its second step, by a reload or in another tab, goes on from there. */
async function goOnWithCode(form: HTMLFormElement): Promise<void> {
  const owed = await call('GET /api/auth/second-factor', { isQuiet: true }).catch(() => null);
  if (owed) await showCode(form, owed.factors);
}

async function showCode(form: HTMLFormElement, factors: readonly FactorKind[]): Promise<void> {
  const { askCode } = await importOrReload(() => import('./mount.tsx'));
  askCode(form, factors);
}

/** Sign-in by a key of the device, where this browser keeps any. */
function startKey(form: HTMLFormElement): void {
  const drawn = form.querySelector<HTMLButtonElement>('.login-passkey');
  if (!canHavePasskeys()) return drawn?.remove();
  const button =
    drawn ??
    element('button', { type: 'button', className: 'button login-passkey', textContent: passkeyWords });
  button.dataset['variant'] = 'secondary';
  button.disabled = false;
  if (!drawn) form.append(button);
  button.addEventListener(
    'click',
    () =>
      void during(button, 'Ждём ключ…', async () => {
        forgetResending(form);
        showProblems(form, failed, []);
        try {
          prepareFrame();
          const { signInByKey } = await importOrReload(() => import('./passkeys/signIn.ts'));
          await signInByKey();
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          showProblems(form, failed, [{ message: error.message }]);
        }
      }),
  );
}

/** The button waits and says so. */
async function during(button: HTMLButtonElement, busy: string, action: () => Promise<void>): Promise<void> {
  const words = button.textContent;
  Object.assign(button, { disabled: true, ariaBusy: 'true', textContent: busy });
  try {
    await action();
  } finally {
    Object.assign(button, { disabled: false, ariaBusy: null, textContent: words });
  }
}

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const values = Object.fromEntries(new FormData(form)) as { email: string; password: string };
  const missing = Object.entries(values).filter(([, value]) => !value.trim());
  forgetResending(form);
  showProblems(
    form,
    failed,
    missing.map(([name]) => ({ field: `login-${name}`, message: empty[name] ?? '' })),
  );
  if (missing.length > 0) return;
  await during(button, 'Входим…', async () => {
    try {
      // What is drawn for those who have entered comes while the answer is on its way.
      prepareFrame();
      const factors = await enter(values);
      if (!factors) return;
      await showCode(form, factors);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refuse(form, error, values.email);
    }
  });
}

function refuse(form: HTMLFormElement, error: CallError, email: string): void {
  if (error.isOffline && !navigator.onLine) {
    showProblems(form, failed, [
      { message: 'Нет соединения. Введённое не потеряется: отправим, как только связь вернётся.' },
    ]);
    addEventListener('online', () => form.requestSubmit(), { once: true });
    return;
  }
  const problems = error.errors.map(({ message, customData }) => ({
    message,
    field: customData?.field && `login-${customData.field}`,
  }));
  showProblems(form, failed, problems.length > 0 ? problems : [{ message: error.message }]);
  // An account that is blocked has no field at fault, and no letter would help it.
  if (error.status === 403 && problems.some(({ field }) => field)) offerResending(form, email);
}

/** The letter of registration once more, for an address that was never confirmed. */
function offerResending(form: HTMLFormElement, email: string): void {
  const place = element('div', { className: 'login-resend' });
  const said = element('p', { role: 'status' });
  const button = element('button', {
    type: 'button',
    className: 'button',
    textContent: 'Отправить письмо ещё раз',
  });
  Object.assign(button.dataset, { variant: 'secondary', size: 'small' });
  const ask = async () => {
    button.disabled = true;
    said.textContent = '';
    try {
      await call('POST /api/user/confirm/resend', { form: { email } });
      if (document.getElementById('success')) openDialog('success', 'registration');
      else said.textContent = 'Письмо отправлено вам на почту.';
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      said.textContent = error.message;
    } finally {
      button.disabled = false;
    }
  };
  button.addEventListener('click', () => void ask());
  place.append(button, said);
  form.querySelector('.error-summary')?.after(place);
}

const forgetResending = (form: HTMLFormElement) => form.querySelector('.login-resend')?.remove();
