import { isTicked } from '#contract/forms/fields.ts';
import { setStatus } from '../applications/status.ts';
import type { WriteTransaction } from '../database/database.ts';
import { HttpError, type Problem } from '../http-error.ts';
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
    const known = await userView(caller, user);
    const doctor = {
      subject_federation_id: form.subject_federation_id || known.subject_federation_id || '',
      city: form.city || known.city || '',
      med: form.med || known.med || '',
      therapeutic_area_id: form.therapeutic_area_id ?? known.therapeutic_area_id,
      scientific_status_id: form.scientific_status_id ?? known.scientific_status_id,
    };
    const names = { last_name: form.last_name || known.last_name, name: form.name || known.name };
    const partner = {
      company: form.company || known.company || '',
      position: form.position || known.position || '',
      catalog_disease_id: form.catalog_disease_id || String(known.catalog_disease_id ?? ''),
    };
    const isDoctor = form.type === 'doctor';
    refuseEmpty({ ...names, ...(isDoctor ? doctor : partner) });
    if (isDoctor && !isTicked(form.specialist))
      throw new HttpError(400, 'Подтвердите, что вы специалист здравоохранения.', 'specialist');
    await checkChoices(
      database.kysely,
      isDoctor ? doctor : { catalog_disease_id: partner.catalog_disease_id },
    );
    await requirePassword(caller, { password: form.password, field: 'password' });
    const document = await servedDocument(settings, 'specialist');
    return await changeAccount(caller, async (tx) => {
      const at = now();
      const given = { ...names, second_name: form.second_name || undefined };
      const columns = columnsOf({ ...given, ...(isDoctor ? doctor : partner) });
      const values = { ...columns, type: form.type, is_family: 0, verified_at: null };
      await changeUser(tx, user.id, values, at);
      if (isDoctor) {
        await setTerms(tx, user.id, doctor);
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

const missing: Record<string, string> = {
  last_name: 'Укажите фамилию.',
  name: 'Укажите имя.',
  subject_federation_id: 'Выберите субъект Федерации.',
  city: 'Укажите город.',
  med: 'Укажите учреждение.',
  therapeutic_area_id: 'Выберите хотя бы одну область медицины.',
  scientific_status_id: 'Выберите учёную степень, звание или «Без учёной степени и звания».',
  company: 'Укажите компанию.',
  position: 'Укажите должность.',
  catalog_disease_id: 'Выберите заболевание.',
};

function refuseEmpty(fields: Record<string, string | readonly string[]>): void {
  const problems = Object.entries(fields)
    .filter(([, value]) => value.length === 0)
    .map(([field]): Problem => ({ field, message: missing[field] ?? 'Заполните поле.' }));
  const [first, ...also] = problems;
  if (first) throw new HttpError(400, first.message, first.field, { also });
}

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
