import { z } from 'zod';
import { applicationTypes } from '#domain/applications.ts';
import { userTypes } from './account.ts';
import { shownApplication, statuses } from './applications.ts';
import { admin, download, editor, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { choice } from './query.ts';
import { idPath } from './record.ts';
import { orEmpty, paragraphs } from './forms/fields.ts';

const reason = paragraphs('Напишите причину: её увидят в журнале.', 1000);

/** POST /api/editors/applications/{id}/answer; sent to the applicant by mail. */
const applicationAnswer = z.object({ text: paragraphs('Напишите ответ.', 5000) });

/** POST /api/editors/applications/{id}/decide: a doctor's verification; refusal requires a reason. */
const verificationDecision = z.object({
  decision: z.enum(['accept', 'decline'], { error: 'Нужно одно из: accept, decline.' }),
  reason: orEmpty(paragraphs('', 2000)),
});

const withReason = z.object({ reason });

const roleChange = z.object({
  type: z.enum(userTypes, { error: `Нужно одно из: ${userTypes.join(', ')}.` }),
  reason,
});

/** A person as editors and administrators see them; each view is audited. */
const person = z.object({
  id: z.int(),
  type: z.enum(userTypes),
  /** A patient or relative, registered with an address alone. */
  family: z.boolean(),
  email: z.string(),
  last_name: z.string(),
  name: z.string(),
  second_name: z.string().nullable(),
  verified: z.boolean(),
  city: z.string().nullable(),
  /** A doctor's workplace or a partner's company. */
  work: z.string().nullable(),
});

const filedApplication = shownApplication.extend({
  user: person,
  /** Whole days since submission. */
  age_days: z.int(),
  editor: z.string().nullable(),
});
export type FiledApplication = z.infer<typeof filedApplication>;

const userStates = ['active', 'blocked', 'unconfirmed'] as const;

const managed = person.extend({
  state: z.enum(userStates),
  second_factor: z.enum(['off', 'on', 'required']),
  created_at: z.string(),
});
export type ManagedUser = z.infer<typeof managed>;

const managedWhole = managed.extend({
  position: z.string().nullable(),
  subject_federation_id: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  verified_at: z.string().nullable(),
  blocked_at: z.string().nullable(),
  /** The latest activity in an open session. */
  seen_at: z.string().nullable(),
  sessions: z.int(),
  decisions: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type ManagedUserWhole = z.infer<typeof managedWhole>;

const types = applicationTypes.map(({ code }) => code) as [string, ...string[]];
const word = z.string({ error: 'параметр указан дважды' }).trim().max(100, 'не длиннее 100 знаков');
const ofApplication = { ...editor, path: idPath, output: filedApplication };
const ofUser = { ...admin, path: idPath, output: managedWhole };

export const administrationContract = {
  'GET /api/editors/applications': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Заявки; без status те, что ждут, старые первыми',
    query: z.strictObject({
      status: choice(statuses, 'Состояние').optional(),
      type: choice(types, 'О чём').optional(),
      ...paging(50),
    }),
    output: pageOf(filedApplication),
  }),
  'GET /api/editors/applications/{id}': defineCall({
    ...ofApplication,
    isHeavy: true,
    summary: 'Заявка',
  }),
  'POST /api/editors/applications/{id}/take': defineCall({
    ...ofApplication,
    summary: 'Взять в работу',
  }),
  'POST /api/editors/applications/{id}/answer': defineCall({
    ...ofApplication,
    summary: 'Ответить; ответ уходит письмом',
    input: applicationAnswer,
  }),
  'POST /api/editors/applications/{id}/close': defineCall({
    ...ofApplication,
    summary: 'Закрыть',
  }),
  'POST /api/editors/applications/{id}/decide': defineCall({
    ...ofApplication,
    summary: 'Решить, врач ли это: accept или decline с причиной; документы удаляются, письмо уходит',
    input: verificationDecision,
  }),
  'GET /api/editors/users': defineCall({
    ...admin,
    isHeavy: true,
    summary: 'Учётные записи, новые первыми; query ищет по номеру, началу фамилии и по адресу почты',
    query: z.strictObject({
      query: word.optional().meta({ title: 'Номер, начало фамилии или часть адреса' }),
      type: choice([...userTypes, 'family'] as const, 'Роль').optional(),
      state: choice(userStates, 'Состояние').optional(),
      ...paging(50),
    }),
    output: pageOf(managed),
  }),
  'GET /api/editors/users/{id}': defineCall({
    ...ofUser,
    isHeavy: true,
    summary: 'Учётная запись',
  }),
  'POST /api/editors/users/{id}/role': defineCall({
    ...ofUser,
    summary: 'Сменить роль; входы завершаются',
    input: roleChange,
  }),
  'POST /api/editors/users/{id}/block': defineCall({
    ...ofUser,
    summary: 'Заблокировать; входы завершаются сразу',
    input: withReason,
  }),
  'POST /api/editors/users/{id}/unblock': defineCall({
    ...ofUser,
    summary: 'Снять блокировку',
    input: withReason,
  }),
  'POST /api/editors/users/{id}/second-factor/reset': defineCall({
    ...ofUser,
    summary: 'Снять второй фактор тому, кто потерял телефон и запасные коды; входы завершаются',
    input: withReason,
  }),
  'GET /api/editors/consents': defineCall({
    ...admin,
    isHeavy: true,
    summary: 'Журнал согласий целиком (CSV)',
    ...download,
  }),
};
