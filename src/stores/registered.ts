import { atom } from 'nanostores';
import type { CaptchaForm } from '#contract/forms/access.ts';

/** The registration whose letter is on its way: to which address, and from which form. */
export const $registered = atom<{ email: string; form: CaptchaForm } | undefined>(undefined);
