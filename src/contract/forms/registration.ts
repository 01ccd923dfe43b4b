import * as z from 'zod/mini';
import { choice, choices, consent, email, line, mayTick, personName, secondName, ticks } from './fields.ts';
import { newPassword, passwordIsNotEmail, passwordsMatch, repeatedPassword } from './password.ts';

/** Labels of the boxes; the consent ledger stores the wording that was shown. */
export const boxes = {
  personal: 'Даю согласие на обработку персональных данных',
  specialist: 'Подтверждаю, что являюсь специалистом здравоохранения',
  mailings: 'Хочу получать рассылки портала',
} as const;

/** Fields of all registrations besides those about the person. */
const proof = {
  /** Captcha: the typed word and its session. */
  word: z.optional(z.string().check(z.maxLength(100, 'Введите слово с картинки.'))),
  ssid: z.optional(z.string().check(z.maxLength(100, 'Обновите картинку.'))),
  /** Instead of the captcha: a solved proof of work, base64 as in altcha. */
  altcha: z.optional(z.string().check(z.maxLength(2000, 'Проверка не прошла. Повторите.'))),
  /** Honeypot: hidden from people. */
  website: z.optional(z.string()),
  mailings: mayTick,
};

export const nameFields = {
  last_name: personName('Укажите фамилию.'),
  name: personName('Укажите имя.'),
  second_name: secondName,
};

const person = {
  ...nameFields,
  email,
  password: newPassword,
  confirm_password: repeatedPassword,
};

export const doctorFields = {
  subject_federation_id: choice('Выберите субъект Федерации.'),
  city: line('Укажите город.'),
  med: line('Укажите учреждение.', 300),
  therapeutic_area_id: choices('Выберите хотя бы одну область медицины.'),
  scientific_status_id: choices('Выберите учёную степень, звание или «Без учёной степени и звания».'),
};

export const partnerFields = {
  company: line('Укажите компанию.', 300),
  position: line('Укажите должность.'),
  catalog_disease_id: choice('Выберите заболевание.'),
};

export const doctorRegistration = z
  .object({
    ...person,
    ...doctorFields,
    ...proof,
    ...ticks,
  })
  .check(passwordsMatch, passwordIsNotEmail);
export type DoctorRegistration = z.infer<typeof doctorRegistration>;

/** POST /api/register/patient: the API's name for partners (ruling G4). */
export const partnerRegistration = z
  .object({ ...person, ...partnerFields, ...proof, consent: ticks.consent })
  .check(passwordsMatch, passwordIsNotEmail);
export type PartnerRegistration = z.infer<typeof partnerRegistration>;

/** POST /api/register/family: an address alone; the password is chosen at confirmation. */
export const familyRegistration = z.object({
  email,
  ...proof,
  consent,
  /** Initial subscription: a kind and its id, as in POST /api/subscribes/add. */
  follow_kind: z.optional(z.string().check(z.maxLength(40, 'Такого вида записей нет.'))),
  follow_id: z.optional(z.string().check(z.maxLength(500, 'Такой записи нет.'))),
});
export type FamilyRegistration = z.infer<typeof familyRegistration>;
