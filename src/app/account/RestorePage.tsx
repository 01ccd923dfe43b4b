import { codeInAddress } from './codeInAddress.ts';
import type { FormProps } from './FormProps.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { RestoreForm } from './RestoreForm.tsx';

/** /profile/restore/: asks for a letter; by the link of the letter, for the new password. */
export function RestorePage({ code = codeInAddress(), ...props }: FormProps & { code?: string | undefined }) {
  return code ? <NewPasswordForm code={code} {...props} /> : <RestoreForm {...props} />;
}
