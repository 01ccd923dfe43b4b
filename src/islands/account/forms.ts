import type { FunctionComponent } from 'react';
import type { SentForm } from '#domain/page-facts.ts';
import { loadPart } from '../chunkReload.ts';

export interface FormProps {
  /** What was typed before the form came alive; nothing when it is drawn for a page without scripts. */
  typed?: Readonly<Record<string, string>>;
  /** The form as it came without scripts. */
  told?: SentForm | undefined;
}

/** The forms of the entrance that React draws, by the names that pages give them in `data-form`. */
export const forms: Record<string, () => Promise<FunctionComponent<FormProps>>> = {
  doctor: async () => (await loadPart(() => import('./DoctorForm.tsx'))).DoctorForm,
  partner: async () => (await loadPart(() => import('./PartnerForm.tsx'))).PartnerForm,
  restore: async () => (await loadPart(() => import('./RestoreForm.tsx'))).RestoreForm,
  'restore-page': async () => (await loadPart(() => import('./RestorePage.tsx'))).RestorePage,
  confirm: async () => (await loadPart(() => import('./ConfirmForm.tsx'))).ConfirmForm,
  registered: async () => (await loadPart(() => import('./Registered.tsx'))).RegisteredInDialog,
};
