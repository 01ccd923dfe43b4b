import * as z from 'zod/mini';
import { paragraphs } from './fields.ts';

const reason = paragraphs('Напишите причину: её увидят в журнале.', 1000);

/** POST /api/editors/applications/{id}/answer; sent to the applicant by mail. */
export const applicationAnswer = z.object({ text: paragraphs('Напишите ответ.', 5000) });

/** POST /api/editors/applications/{id}/decide: a doctor's verification; refusal requires a reason. */
export const verificationDecision = z.object({
  decision: z.enum(['accept', 'decline'], { error: 'Нужно одно из: accept, decline.' }),
  reason: z.optional(z.union([z.literal(''), paragraphs('', 2000)])),
});

/** POST /api/editors/users/{id}/block, /unblock, /second-factor/reset */
export const withReason = z.object({ reason });

/** POST /api/editors/users/{id}/role */
export const roleChange = z.object({
  type: z.enum(['doctor', 'patient', 'editor', 'admin'], {
    error: 'Нужно одно из: doctor, patient, editor, admin.',
  }),
  reason,
});
