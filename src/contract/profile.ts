import { z } from 'zod';
import { userSchema } from './account.ts';
import { defineCall } from './call.ts';
import { anonymous, download, signedIn } from './common.ts';
import { confirmation, factorChange, factorCode } from './forms/access.ts';
import { newPasskey, passkeyName, passkeyRemoval } from './forms/passkeys.ts';
import {
  avatar,
  doctorProfile,
  emailChange,
  erasure,
  familyProfile,
  frequency,
  maxAvatarBytes,
  partnerProfile,
  passwordChange,
  sessionEnd,
  typeChange,
} from './forms/profile.ts';
import { passkeyCreation, passkeyRequest, passkeySchema } from './passkeys.ts';

/** Adds to or removes from a list of the user, by codes. */
const listChange = {
  ...signedIn,
  input: z.object({
    id: z
      .array(z.string().max(60, 'Такого значения нет в списке.'), 'Укажите id.')
      .min(1, 'Укажите id.')
      .max(50, 'Не больше 50 значений.'),
  }),
  takesInputFromQuery: true,
  output: userSchema,
} as const;

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  created_at: z.string(),
  seen_at: z.string(),
  ip: z.string(),
  agent: z.string(),
});

const reading = z.object({
  at: z.string(),
  /** The reader's name, or a placeholder for an erased account. */
  reader: z.string(),
  place: z.enum([
    'users',
    'user',
    'applications',
    'application',
    'file',
    'consents',
    'letter',
    'log',
    'case',
  ]),
  fields: z.array(z.string()),
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

const consent = z.object({
  purpose: z.string(),
  text: z.string(),
  document: z.string(),
  version: z.string(),
  sha256: z.string(),
  given_at: z.string(),
  withdrawn_at: z.string().nullable(),
});

const ownUser = { ...signedIn, output: userSchema };

export const profileContract = {
  'POST /api/doctor/update': defineCall({
    access: 'doctor',
    cache: 'none',
    summary: 'Данные врача; поля, которых в запросе нет, не меняются',
    input: doctorProfile,
    output: userSchema,
  }),
  'POST /api/patient/update': defineCall({
    ...ownUser,
    only: 'partner',
    summary: 'Данные партнёра; поля, которых в запросе нет, не меняются',
    input: partnerProfile,
  }),
  'POST /api/family/update': defineCall({
    ...ownUser,
    only: 'family',
    summary: 'Имя и регион пациента или близкого; пустое значение стирает прежнее',
    input: familyProfile,
  }),
  'GET /api/user/avatar': defineCall({
    ...signedIn,
    summary: 'Своя картинка (WebP)',
    query: z.strictObject({ v: z.string().max(64).optional() }),
    ...download,
  }),
  'GET /api/user/drafts/key': defineCall({
    ...signedIn,
    summary:
      'Ключ, которым браузер запечатывает несохранённое этого человека; of называет месяц прежнего ключа',
    query: z.strictObject({
      of: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'нужен месяц вида 2026-11')
        .optional(),
    }),
    /** `key`: 32 bytes, base64url. */
    output: z.object({ person: z.int(), of: z.string(), key: z.string() }),
  }),
  'POST /api/user/avatar/update': defineCall({
    ...ownUser,
    summary:
      'Новая картинка: JPEG, PNG или WebP до 5 мб.; хранится не больше 512 точек и без сведений о съёмке',
    input: avatar,
    bodyLimit: maxAvatarBytes + 64 * 1024,
  }),
  'POST /api/user/avatar/remove': defineCall({
    ...ownUser,
    summary: 'Убрать картинку',
  }),
  'POST /api/user/subscribe/set': defineCall({
    ...listChange,
    summary: 'Получать рассылки: коды в id',
  }),
  'POST /api/user/subscribe/remove': defineCall({
    ...listChange,
    summary: 'Не получать рассылки: коды в id',
  }),
  'POST /api/user/terra/set': defineCall({
    ...listChange,
    summary: 'Добавить себе области медицины: коды в id',
  }),
  'POST /api/user/terra/remove': defineCall({
    ...listChange,
    summary: 'Убрать у себя области медицины: коды в id',
  }),
  'POST /api/user/frequency': defineCall({
    ...ownUser,
    summary: 'Как часто присылать письма об изменениях',
    input: frequency,
  }),
  'POST /api/user/password': defineCall({
    ...signedIn,
    withoutNewPassword: true,
    summary: 'Новый пароль; остальные входы завершаются',
    input: passwordChange,
    output: z.null(),
  }),
  'POST /api/user/email': defineCall({
    ...signedIn,
    summary: 'Новый адрес почты: письма уходят на прежний и на новый, нужны оба подтверждения',
    input: emailChange,
    output: z.object({ email: z.string() }),
  }),
  'POST /api/user/email/confirm': defineCall({
    ...anonymous,
    summary: 'Подтверждение смены адреса кодом из любого из двух писем',
    input: confirmation,
    takesInputFromQuery: true,
    output: z.object({ state: z.enum(['waiting', 'changed']), message: z.string() }),
  }),
  'POST /api/user/email/stop': defineCall({
    ...anonymous,
    summary: '«Это не я»: остановить смену адреса на 7 дней кодом из письма на прежний адрес',
    input: confirmation,
    output: z.object({ message: z.string() }),
  }),
  'GET /api/user/second-factor': defineCall({
    ...signedIn,
    withoutSecondFactor: true,
    summary:
      'Второй фактор: включён ли, обязателен ли, приложение, ключи доступа, сколько осталось запасных кодов',
    output: z.object({
      /** `on`: an authenticator or passkey is set up. */
      state: z.enum(['off', 'on']),
      required: z.boolean(),
      /** When the authenticator was confirmed; null without one. */
      confirmed_at: z.string().nullable(),
      codes_left: z.int(),
      passkeys: z.array(passkeySchema),
      /** Whether this origin supports passkeys and the account may have another. */
      may_add_passkey: z.enum(['yes', 'not here', 'enough']),
    }),
  }),
  'POST /api/user/second-factor/setup': defineCall({
    ...signedIn,
    withoutSecondFactor: true,
    summary: 'Новый ключ для приложения: строкой, адресом otpauth и рисунком; действует после первого кода',
    input: factorChange,
    output: z.object({
      secret: z.string(),
      uri: z.string(),
      /** A square of `size` units and its path data. */
      qr: z.object({ size: z.int(), path: z.string() }),
    }),
  }),
  'POST /api/user/second-factor/confirm': defineCall({
    ...signedIn,
    withoutSecondFactor: true,
    summary: 'Включить второй фактор первым кодом из приложения; запасные коды показываются один раз',
    input: factorCode,
    output: recoveryCodes,
  }),
  'POST /api/user/second-factor/disable': defineCall({
    ...ownUser,
    summary: 'Отключить приложение для кодов; нужны пароль и код или ключ доступа',
    input: factorChange,
  }),
  'POST /api/user/second-factor/codes': defineCall({
    ...signedIn,
    summary: 'Новые запасные коды вместо прежних; нужны пароль и код или ключ доступа',
    input: factorChange,
    output: recoveryCodes,
  }),
  'POST /api/user/passkeys/challenge': defineCall({
    ...signedIn,
    summary: 'Что подписать ключом доступа вместо кода второго фактора: один раз, пять минут',
    output: passkeyRequest,
  }),
  'POST /api/user/passkeys/begin': defineCall({
    ...signedIn,
    withoutSecondFactor: true,
    summary:
      'Начать добавлять ключ доступа: что передать устройству; нужен пароль, со вторым фактором — и он',
    input: factorChange,
    output: passkeyCreation,
  }),
  'POST /api/user/passkeys/add': defineCall({
    ...signedIn,
    withoutSecondFactor: true,
    summary: 'Добавить ключ доступа по ответу устройства; с первым вторым фактором выдаются запасные коды',
    input: newPasskey,
    output: recoveryCodes,
  }),
  'POST /api/user/passkeys/rename': defineCall({
    ...signedIn,
    summary: 'Переименовать ключ доступа',
    input: passkeyName,
    output: z.array(passkeySchema),
  }),
  'POST /api/user/passkeys/remove': defineCall({
    ...ownUser,
    summary: 'Удалить ключ доступа; нужны пароль и код или ключ',
    input: passkeyRemoval,
  }),
  'GET /api/user/sessions': defineCall({
    ...signedIn,
    summary: 'Где выполнен вход',
    output: z.array(session),
  }),
  'POST /api/user/sessions/end': defineCall({
    ...signedIn,
    summary: 'Завершить вход по id, а без него все, кроме этого; через полчаса после входа нужен пароль',
    input: sessionEnd,
    output: z.array(session),
  }),
  'POST /api/user/type': defineCall({
    ...ownUser,
    summary:
      'Стать врачом или партнёром; недостающие поля другого типа обязательны, проверка врача теряется, нужен пароль',
    input: typeChange,
  }),
  'GET /api/user/readings': defineCall({
    ...signedIn,
    summary: 'Кто из редакторов и администраторов смотрел мои данные: когда, где и какие, новые первыми',
    output: z.array(reading),
  }),
  'GET /api/user/consents': defineCall({
    ...signedIn,
    summary: 'Данные согласия, с документами',
    output: z.array(consent),
  }),
  'POST /api/user/consents/withdraw': defineCall({
    ...signedIn,
    summary: 'Отзыв согласия на рассылки; согласие на обработку данных отзывается удалением учётной записи',
    input: z.object({ purpose: z.enum(['mailings', 'personal'], 'Нужно одно из: mailings, personal.') }),
    output: z.array(consent),
  }),
  'GET /api/user/export': defineCall({
    ...signedIn,
    isHeavy: true,
    summary: 'Всё, что портал знает обо мне',
    query: z.strictObject({ format: z.enum(['json', 'html']).default('json').meta({ title: 'Вид файла' }) }),
    ...download,
  }),
  'POST /api/user/delete': defineCall({
    ...signedIn,
    summary:
      'Удалить учётную запись и персональные данные; редактору и администратору — 409: сначала администратор снимает роль',
    input: erasure,
    output: z.null(),
  }),
};
