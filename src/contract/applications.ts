import { z } from 'zod';
import { applicationStatuses, applicationTypes } from '#domain/applications.ts';
import { codes } from '#domain/vocabularies.ts';
import { defineCall } from './call.ts';
import { anonymous, download, namedRecord, signedIn } from './common.ts';
import { confirmation } from './forms/access.ts';
import { application, applicationFiles, verification } from './forms/profile.ts';
import { idPath } from './record.ts';

export const statuses = codes(applicationStatuses);

const file = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Download address, for the owner and editors only. */
  url: z.string(),
});

/** An application as editors and the applicant see it. */
export const shownApplication = z.object({
  id: z.int(),
  type: z.enum(applicationTypes.map(({ code }) => code)),
  text: z.string(),
  record: namedRecord.nullable(),
  status: z.enum(statuses),
  answer: z.string().nullable(),
  history: z.array(z.object({ status: z.enum(statuses), at: z.string() })),
  files: z.array(file),
  /** For applications for verification as a doctor (ruling G45). */
  verification: z
    .object({
      way: z.enum(['email', 'document']),
      /** The work address; its code must be entered before editors decide. */
      email: z.string().nullable(),
      email_confirmed: z.boolean(),
      due_at: z.string(),
      decision: z.enum(['accept', 'decline']).nullable(),
    })
    .nullable(),
  created_at: z.string(),
});
export type ShownApplication = z.infer<typeof shownApplication>;

const bodyLimit = applicationFiles.together + 64 * 1024;

/** Applications of the signed-in user (ruling G42). */
export const applicationContract = {
  'GET /api/applications': defineCall({
    ...signedIn,
    summary: 'Мои заявки, новые первыми',
    output: z.array(shownApplication),
  }),
  'GET /api/applications/{id}': defineCall({
    ...signedIn,
    summary: 'Моя заявка',
    path: idPath,
    output: shownApplication,
  }),
  'POST /api/applications': defineCall({
    ...signedIn,
    creates: true,
    summary:
      'Новая заявка; к ней можно приложить до пяти файлов JPEG, PNG, WebP или PDF, каждый до 10 мб.; для verification файл обязателен',
    input: application,
    bodyLimit,
    output: shownApplication,
  }),
  'POST /api/user/verification': defineCall({
    access: 'doctor',
    cache: 'none',
    creates: true,
    summary:
      'Подтвердить, что я врач: по рабочей почте (work_email, на неё уходит письмо со ссылкой) или по документу (files)',
    input: verification,
    bodyLimit,
    output: shownApplication,
  }),
  'POST /api/user/verification/confirm': defineCall({
    ...anonymous,
    summary: 'Код из письма, пришедшего на рабочую почту: code или token, в адресе или в теле запроса',
    input: confirmation,
    takesInputFromQuery: true,
    output: z.object({ state: z.literal('waiting'), due_at: z.string(), message: z.string() }),
  }),
  'GET /api/uploads/{id}': defineCall({
    ...signedIn,
    isHeavy: true,
    summary: 'Свой файл; файлы заявок получают и редакторы',
    path: idPath,
    ...download,
  }),
};
