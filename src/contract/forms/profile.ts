import * as z from 'zod/mini';
import { frequencies } from '#domain/subscriptions.ts';
import { email, line, orEmpty, mayTick, optionalEmail, optionalText, paragraphs } from './fields.ts';
import { reauthentication } from './access.ts';
import { knownPassword, newPassword, passwordsMatch, repeatedPassword } from './password.ts';
import { doctorFields, nameFields, partnerFields } from './registration.ts';

const terms = z.optional(
  z
    .array(z.string().check(z.maxLength(60, 'Выберите значения из списка.')))
    .check(z.maxLength(50, 'Не больше 50 значений.')),
);

/** POST /api/doctor/update: omitted fields do not change; `specialization_id` may be none (ruling G33). */
export const doctorProfile = z.partial(
  z.object({ ...nameFields, ...doctorFields, specialization_id: terms }),
);
export type DoctorProfile = z.infer<typeof doctorProfile>;

/** POST /api/patient/update: omitted fields do not change. */
export const partnerProfile = z.partial(z.object({ ...nameFields, ...partnerFields }));
export type PartnerProfile = z.infer<typeof partnerProfile>;

/** POST /api/family/update: every field is optional. */
export const familyProfile = z.object({
  name: orEmpty(nameFields.name),
  subject_federation_id: orEmpty(doctorFields.subject_federation_id),
});

/** Ruling G55. */
export const maxAvatarBytes = 5 * 2 ** 20;

/** POST /api/user/avatar/update: JPEG, PNG or WebP; the server inspects the picture. */
export const avatar = z.object({
  avatar: z
    .file('Выберите файл с картинкой.')
    .check(
      z.minSize(1, 'Выберите файл с картинкой.'),
      z.maxSize(maxAvatarBytes, 'Картинка больше 5 мб.: выберите поменьше.'),
    ),
});

export const passwordChange = z
  .object({
    current_password: knownPassword,
    password: newPassword,
    confirm_password: repeatedPassword,
  })
  .check(passwordsMatch);

export const emailChange = z.object({ email, ...reauthentication });

/** An administrator must approve: staff must not erase the traces of their own work. */
export const staffErasure =
  'Учётную запись редактора или администратора удаляют в два шага: попросите администратора портала снять с вас эту роль, затем удалите учётную запись здесь.';

export const erasure = z.object(reauthentication);

/**
 * POST /api/user/sessions/end: without an id, all but the current; reauthentication is required some time
 * after sign-in.
 */
export const sessionEnd = z.object({
  ...reauthentication,
  password: z.optional(z.string().check(z.maxLength(1000, 'Пароль не подходит.'))),
  id: z.optional(z.string().check(z.maxLength(100, 'Такого входа нет.'))),
});

/** Files of an application: bytes of one, number, and bytes in total. */
export const applicationFiles = { largest: 10 * 2 ** 20, maxCount: 5, together: 25 * 2 ** 20 } as const;
const files = z.optional(
  z
    .array(
      z.file('Выберите файл.').check(
        z.maxSize(applicationFiles.largest, {
          error: ({ input }) => `«${(input as File).name}» больше 10 мб.: выберите файл поменьше.`,
        }),
      ),
    )
    .check(z.maxLength(applicationFiles.maxCount, 'Не больше 5 файлов.')),
);

/** POST /api/user/verification: by a work address or a document. */
export const verification = z.object({
  work_email: optionalEmail('Проверьте адрес рабочей почты.'),
  text: orEmpty(paragraphs('', 2000)),
  files,
});
export type Verification = z.infer<typeof verification>;

const mayChoose = optionalText(300, 'Не длиннее 300 знаков.');

/** POST /api/user/type: data that only the other type requires must be sent too. */
export const typeChange = z.object({
  last_name: orEmpty(nameFields.last_name),
  name: orEmpty(nameFields.name),
  second_name: orEmpty(nameFields.second_name),
  type: z.enum(['doctor', 'patient'], { error: 'Нужно одно из: doctor, patient.' }),
  password: knownPassword,
  subject_federation_id: mayChoose,
  city: mayChoose,
  med: mayChoose,
  therapeutic_area_id: terms,
  scientific_status_id: terms,
  /** Required of new doctors. */
  specialist: mayTick,
  company: mayChoose,
  position: mayChoose,
  catalog_disease_id: mayChoose,
});

export const application = z.object({
  type: z.enum(['participation', 'verification', 'proposal', 'partnership', 'correction'], {
    error: 'Выберите, о чём заявка.',
  }),
  text: paragraphs('Напишите, о чём заявка.', 10_000),
  record_id: z.optional(
    z.string().check(z.trim(), z.regex(/^([1-9]\d{0,8})?$/, 'Такой записи в каталоге нет.')),
  ),
  files,
});
export type Application = z.infer<typeof application>;

/** POST /api/subscribes/add and /remove: a record by id; an area or saved filter with its kind. */
export const subscription = z.object({
  kind: z.optional(z.string().check(z.maxLength(40, 'Такого вида записей нет.'))),
  iblock: z.optional(z.string().check(z.maxLength(40, 'Такого вида записей нет.'))),
  id: line('Укажите, на что подписаться.', 500),
  frequency: z.optional(z.enum(frequencies, { error: `Нужно одно из: ${frequencies.join(', ')}.` })),
});
export type Subscription = z.infer<typeof subscription>;

export const frequency = z.object({
  frequency: z.enum(frequencies, { error: `Нужно одно из: ${frequencies.join(', ')}.` }),
});
