import { z } from 'zod';
import { defineCall } from './call.ts';
import { anonymous } from './common.ts';
import { taskSchema } from './captcha.ts';
import {
  captchaForms,
  login,
  registrationConfirmation,
  resend,
  restore,
  restoreRequest,
  secondStep,
} from './forms/access.ts';
import { passkeyEntrance } from './forms/passkeys.ts';
import { passkeyRequest } from './passkeys.ts';
import { choice } from './query.ts';
import { doctorRegistration, familyRegistration, partnerRegistration } from './forms/registration.ts';

export const userTypes = ['doctor', 'patient', 'editor', 'admin'] as const;
export type UserType = (typeof userTypes)[number];

/** Second factors: `application` is TOTP, `passkey` is WebAuthn. */
const factorKinds = ['application', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];

export const userSchema = z.object({
  id: z.int(),
  /** `patient` is a partner (ruling G4); with `family`, a patient or a relative. */
  type: z.enum(userTypes),
  family: z.boolean(),
  email: z.string(),
  last_name: z.string(),
  name: z.string(),
  second_name: z.string().nullable(),
  /** A doctor whose profession an editor has verified (ruling G45). */
  verified: z.boolean(),
  /**
   * Whether this user may read published cases: any doctor, or verified doctors only (CASES_READING, ruling
   * G73).
   */
  reads_cases: z.boolean(),
  subject_federation_id: z.string().nullable(),
  city: z.string().nullable(),
  med: z.string().nullable(),
  therapeutic_area_id: z.array(z.string()),
  scientific_status_id: z.array(z.string()),
  specialization_id: z.array(z.string()),
  company: z.string().nullable(),
  position: z.string().nullable(),
  catalog_disease_id: z.int().nullable(),
  /** Address of the picture; a new picture gets a new address. */
  avatar: z.string().nullable(),
  mailings: z.array(z.string()),
  frequency: z.string(),
  /** `required`: all other calls answer 403 until it is set up. */
  second_factor: z.enum(['off', 'on', 'required']),
  /** Factors that are set up; a recovery code replaces any of them. */
  factors: z.array(z.enum(factorKinds)),
  /** The password is too short for the role: other calls answer 403 until it is changed. */
  must_renew_password: z.boolean(),
  created_at: z.string(),
});
export type User = z.infer<typeof userSchema>;

/**
 * The password was right; POST /api/auth/second-factor must follow in the same browser within ten minutes.
 */
const secondStepSchema = z.object({
  state: z.literal('second-factor-needed'),
  /** Accepted factors, besides recovery codes. */
  factors: z.array(z.enum(factorKinds)),
});

/** The same for known and unknown addresses. */
const sent = z.object({ email: z.string() });

const form = choice(captchaForms, 'Форма, в которой проверка пригодится');
/** Networks with many registrations get a task for the domain of their mail. */
const forTask = z.strictObject({
  form: form.default('doctor'),
  domain: z
    .string()
    .max(253, 'не длиннее 253 знаков')
    .default('')
    .describe('Домен почты, с которой регистрируются'),
});

/**
 * `password-needed`, `consent-needed`: nothing is confirmed yet; `wanted` names the fields to send with the
 * code.
 */
const confirmationState = z.object({
  state: z.enum(['confirmed', 'already', 'password-needed', 'consent-needed']),
  email: z.string(),
  message: z.string(),
  wanted: z.array(z.enum(['password', 'confirm_password', 'specialist', 'consent'])).optional(),
});

const mailed = { ...anonymous, output: sent };

export const accountContract = {
  'GET /api/user': defineCall({
    ...anonymous,
    withoutSecondFactor: true,
    withoutNewPassword: true,
    summary: 'Кто вошёл; без входа data равно null',
    output: userSchema.nullable(),
  }),
  'POST /api/auth/login': defineCall({
    ...anonymous,
    summary:
      'Вход по адресу почты и паролю; где включён второй фактор, ответ {state: second-factor-needed} вместо учётной записи',
    input: login,
    // Order matters: the serialiser tells the two apart by the constant of the first.
    output: z.union([secondStepSchema, userSchema]),
  }),
  'POST /api/auth/second-factor': defineCall({
    ...anonymous,
    summary: 'Второй шаг входа: шесть цифр из приложения, запасной код или ответ ключа доступа',
    input: secondStep,
    output: userSchema,
  }),
  'GET /api/auth/second-factor': defineCall({
    ...anonymous,
    summary:
      'Второй шаг входа, который ждёт этот браузер: чем его пройти; data равно null, если его никто не ждёт',
    output: secondStepSchema.nullable(),
  }),
  'POST /api/auth/second-factor/challenge': defineCall({
    ...anonymous,
    summary: 'Что подписать ключом доступа на втором шаге входа: один раз, пять минут',
    output: passkeyRequest,
  }),
  'POST /api/auth/passkey/challenge': defineCall({
    ...anonymous,
    summary: 'Что подписать, чтобы войти одним ключом доступа: один раз, пять минут, в этом браузере',
    output: passkeyRequest,
  }),
  'POST /api/auth/passkey': defineCall({
    ...anonymous,
    summary: 'Вход одним ключом доступа: он заменяет и пароль, и второй шаг',
    input: passkeyEntrance,
    output: userSchema,
  }),
  'POST /api/auth/logout': defineCall({
    ...anonymous,
    withoutSecondFactor: true,
    withoutNewPassword: true,
    summary: 'Выход',
    output: z.null(),
  }),
  'POST /api/register/doctor': defineCall({
    ...mailed,
    creates: true,
    summary: 'Регистрация врача; на почту уходит письмо со ссылкой для подтверждения',
    input: doctorRegistration,
  }),
  'POST /api/register/patient': defineCall({
    ...mailed,
    creates: true,
    summary: 'Регистрация партнёра; на почту уходит письмо со ссылкой для подтверждения',
    input: partnerRegistration,
  }),
  'POST /api/register/family': defineCall({
    ...mailed,
    creates: true,
    summary:
      'Регистрация пациента или близкого по одному адресу почты; пароль задают по ссылке из письма. follow_kind и follow_id: за чем следить сразу',
    input: familyRegistration,
  }),
  'POST /api/user/confirm': defineCall({
    ...anonymous,
    summary:
      'Подтверждение адреса почты кодом из письма (code или token, в адресе или в теле запроса) и паролем: тем, что придуман при регистрации, или новым, дважды. Без пароля или нужных согласий ответ называет, чего не хватает, и ничего не подтверждает; после подтверждения начинается сеанс',
    input: registrationConfirmation,
    takesInputFromQuery: true,
    output: confirmationState,
  }),
  'POST /api/user/confirm/resend': defineCall({
    ...mailed,
    summary: 'Отправить письмо с подтверждением ещё раз',
    input: resend,
  }),
  'POST /api/auth/restore/send': defineCall({
    ...mailed,
    summary: 'Письмо со ссылкой для нового пароля; ответ один и тот же для любого адреса',
    input: restoreRequest,
  }),
  'POST /api/auth/restore': defineCall({
    ...mailed,
    summary: 'Новый пароль по коду из письма; все прежние входы завершаются',
    input: restore,
  }),
  'GET /api/captcha/ssid': defineCall({
    ...anonymous,
    isHeavy: true,
    summary:
      'Картинка со словом: годится на одну попытку, пять минут и названную форму (без названия — любую регистрацию)',
    query: z.strictObject({ form: form.optional() }),
    /** `needed`: false when the operator has disabled the captcha. */
    output: z.object({ picture: z.string(), ssid: z.string(), needed: z.boolean() }),
  }),
  'GET /api/captcha/challenge': defineCall({
    ...anonymous,
    isHeavy: true,
    summary:
      'Задача для программы (altcha 2) вместо картинки, тем труднее, чем больше регистраций рядом: решение посылают полем altcha из названной формы',
    query: forTask,
    isDocument: true,
    output: taskSchema,
  }),
};
