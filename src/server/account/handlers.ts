import { captchaHandlers } from '../captcha/captcha.ts';
import { addressHandlers } from './address.ts';
import { avatarHandlers } from './avatar.ts';
import { confirmationHandlers } from './confirmation.ts';
import { dataReadHandlers } from './data-reads.ts';
import { passkeySignInHandlers } from './passkey-sign-in.ts';
import { passkeyHandlers } from './passkeys.ts';
import { profileHandlers } from './profile.ts';
import { registrationHandlers } from './registration.ts';
import { restoreHandlers } from './restore.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { settingsHandlers } from './settings.ts';
import { signInHandlers } from './sign-in.ts';

export const accountHandlers = {
  ...signInHandlers,
  ...secondFactorHandlers,
  ...passkeySignInHandlers,
  ...registrationHandlers,
  ...confirmationHandlers,
  ...restoreHandlers,
  ...profileHandlers,
  ...avatarHandlers,
  ...settingsHandlers,
  ...addressHandlers,
  ...passkeyHandlers,
  ...dataReadHandlers,
  ...captchaHandlers,
};
