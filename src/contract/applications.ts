import { z } from 'zod';
import { applicationStatuses, applicationTypes, type ApplicationStatus } from '#domain/applications.ts';
import { defineCall } from './call.ts';
import { application } from './forms/profile.ts';
import { idPath } from './record.ts';

const statuses = Object.keys(applicationStatuses) as [ApplicationStatus, ...ApplicationStatus[]];

const shown = z.object({
  id: z.int(),
  type: z.enum(applicationTypes.map(({ code }) => code)),
  text: z.string(),
  record: z.object({ id: z.int(), kind: z.string(), title: z.string() }).nullable(),
  status: z.enum(statuses),
  answer: z.string().nullable(),
  history: z.array(z.object({ status: z.enum(statuses), at: z.string() })),
  created_at: z.string(),
});
export type ShownApplication = z.infer<typeof shown>;

const signedIn = { access: 'partner', cache: 'none' } as const;

/** Applications of the one who is signed in (ruling G42). */
export const applicationContract = {
  'GET /api/applications': defineCall<void, void, ShownApplication[]>({
    ...signedIn,
    summary: 'Мои заявки, новые первыми',
    output: z.array(shown),
  }),
  'GET /api/applications/{id}': defineCall<{ id: number }, void, ShownApplication>({
    ...signedIn,
    summary: 'Моя заявка',
    path: idPath,
    output: shown,
  }),
  'POST /api/applications': defineCall({
    ...signedIn,
    summary: 'Новая заявка',
    input: application,
    output: shown,
  }),
};
