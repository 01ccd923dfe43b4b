import * as z from 'zod/mini';
import { isTicked } from '#contract/forms/fields.ts';
import type { DoctorProfile, PartnerProfile } from '#contract/forms/profile.ts';
import { doctorFields, nameFields, partnerFields } from '#contract/forms/registration.ts';
import { setStatus } from '../applications/status.ts';
import type { WriteTransaction } from '../database/database.ts';
import { HttpError, validationError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { checkChoices } from '../account/vocabulary-choices.ts';
import { giveConsent, servedDocument, withdrawConsent } from '../account/consents.ts';
import { changeAccount } from '../account/profile.ts';
import { requirePassword } from '../account/reauthentication.ts';
import { changeUser, columnsOf, setTerms, userView } from '../account/users.ts';
import type { Handlers } from '../request/caller.ts';

export const changeTypeHandlers = {
  /**
   * Changes the type between doctor and partner (ruling G63), or from patient or relative to either; known data
   * need not be sent again.
   */
  'POST /api/user/type': async (caller, { input: form }) => {
    const { user, database, settings, now } = caller;
    if (user.type !== 'doctor' && user.type !== 'patient')
      throw new HttpError(409, 'Роль редактора и администратора меняет администратор.', 'type');
    if (form.type === user.type && !user.is_family)
      throw new HttpError(409, 'Эта роль у вас и сейчас.', 'type');
    const isDoctor = form.type === 'doctor';
    const known = { ...(await userView(caller, user)), catalog_disease_id: String(user.disease_id ?? '') };
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value));
    const parsed = z.safeParse(isDoctor ? doctor : partner, { ...known, ...given });
    if (!parsed.success) throw validationError(parsed.error.issues);
    const fields: DoctorProfile & PartnerProfile = parsed.data;
    if (isDoctor && !isTicked(form.specialist))
      throw new HttpError(400, 'Подтвердите, что вы специалист здравоохранения.', 'specialist');
    await checkChoices(database.kysely, fields);
    await requirePassword(caller, { password: form.password, field: 'password' });
    const document = await servedDocument(settings, 'specialist');
    return await changeAccount(caller, async (tx) => {
      const at = now();
      const columns = columnsOf({ ...fields, second_name: form.second_name || undefined });
      const values = { ...columns, type: form.type, is_family: 0, verified_at: null };
      await changeUser(tx, user.id, values, at);
      if (isDoctor) {
        await setTerms(tx, user.id, fields);
        await giveConsent(tx, caller, { userId: user.id, purpose: 'specialist', document });
      } else {
        await withdrawConsent(tx, { userId: user.id, purpose: 'specialist', at });
        await closeVerifications(tx, user.id, at);
      }
      const details = `${user.is_family ? 'family' : user.type} → ${form.type}`;
      await audit(tx, caller, 'type changed', { userId: user.id, details });
    });
  },
} satisfies Partial<Handlers>;

const { last_name, name } = nameFields;
const doctor = z.object({ last_name, name, ...doctorFields });
const partner = z.object({ last_name, name, ...partnerFields });

/** Closes pending verifications of a former doctor. */
async function closeVerifications(tx: WriteTransaction, userId: number, at: Date): Promise<void> {
  const open = await tx
    .selectFrom('applications')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'verification')
    .where('status', 'in', ['new', 'work'])
    .execute();
  for (const { id } of open) await setStatus(tx, { id, status: 'closed', at });
}
