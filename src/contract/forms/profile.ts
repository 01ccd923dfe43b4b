import * as z from 'zod/mini';
import { email, line, paragraphs, personName, secondName } from './fields.ts';
import { knownPassword, newPassword, passwordsMatch, repeatedPassword } from './password.ts';
import { doctorFields, partnerFields } from './registration.ts';

/** Fields that are left out stay as they are. */
const person = {
  last_name: z.optional(personName('Укажите фамилию.')),
  name: z.optional(personName('Укажите имя.')),
  second_name: z.optional(secondName),
};

/** POST /api/doctor/update */
export const doctorProfile = z.object({
  ...person,
  subject_federation_id: z.optional(doctorFields.subject_federation_id),
  city: z.optional(doctorFields.city),
  med: z.optional(doctorFields.med),
  therapeutic_area_id: z.optional(doctorFields.therapeutic_area_id),
  scientific_status_id: z.optional(doctorFields.scientific_status_id),
  /** May be none (ruling G33). */
  specialization_id: z.optional(
    z
      .array(z.string().check(z.maxLength(60, 'Выберите значения из списка.')))
      .check(z.maxLength(50, 'Не больше 50 значений.')),
  ),
});
export type DoctorProfile = z.infer<typeof doctorProfile>;

/** POST /api/patient/update */
export const partnerProfile = z.object({
  ...person,
  company: z.optional(partnerFields.company),
  position: z.optional(partnerFields.position),
  catalog_disease_id: z.optional(partnerFields.catalog_disease_id),
});
export type PartnerProfile = z.infer<typeof partnerProfile>;

/** Most bytes of a picture (ruling G55). */
export const largestAvatar = 5 * 2 ** 20;

/** POST /api/user/avatar/update: JPEG, PNG or WebP; the server looks at the picture itself. */
export const avatar = z.object({
  avatar: z
    .file('Выберите файл с картинкой.')
    .check(
      z.minSize(1, 'Выберите файл с картинкой.'),
      z.maxSize(largestAvatar, 'Картинка больше 5 мб.: выберите поменьше.'),
    ),
});

/** POST /api/user/password */
export const passwordChange = z
  .object({
    current_password: knownPassword,
    password: newPassword,
    confirm_password: repeatedPassword,
  })
  .check(passwordsMatch);

/** POST /api/user/email: the password shows that the owner asks. */
export const emailChange = z.object({ email, password: knownPassword });

/** POST /api/user/delete */
export const erasure = z.object({ password: knownPassword });

/** POST /api/user/sessions/end: without an id, all but this one. */
export const sessionEnd = z.object({
  id: z.optional(z.string().check(z.maxLength(100, 'Такого входа нет.'))),
});

/** POST /api/applications */
export const application = z.object({
  type: z.enum(['participation', 'verification', 'proposal', 'partnership', 'correction'], {
    error: 'Выберите, о чём заявка.',
  }),
  text: paragraphs('Напишите, о чём заявка.', 10_000),
  /** The record that it is about. */
  record_id: z.optional(
    z.string().check(z.trim(), z.regex(/^([1-9]\d{0,8})?$/, 'Такой записи в каталоге нет.')),
  ),
});
export type Application = z.infer<typeof application>;

/** POST /api/subscribes/add and /remove: a record by its id; an area or a saved filter with its kind. */
export const subscription = z.object({
  kind: z.optional(z.string().check(z.maxLength(40, 'Такого вида записей нет.'))),
  iblock: z.optional(z.string().check(z.maxLength(40, 'Такого вида записей нет.'))),
  id: line('Укажите, на что подписаться.', 500),
  frequency: z.optional(z.enum(['now', 'weekly', 'off'], { error: 'Нужно одно из: now, weekly, off.' })),
});
export type Subscription = z.infer<typeof subscription>;

/** POST /api/user/subscribe/set, /remove, POST /api/user/terra/set, /remove: one id or several. */
export const ids = z.object({
  id: z
    .array(z.string().check(z.maxLength(60, 'Такого значения нет в списке.')), 'Укажите id.')
    .check(z.minLength(1, 'Укажите id.'), z.maxLength(50, 'Не больше 50 значений.')),
});

/** POST /api/user/frequency */
export const frequency = z.object({
  frequency: z.enum(['now', 'weekly', 'off'], { error: 'Нужно одно из: now, weekly, off.' }),
});
