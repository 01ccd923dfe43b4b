import { z } from 'zod';
import { followed, frequencies } from '#domain/subscriptions.ts';
import { defineCall } from './call.ts';
import { signedIn } from './common.ts';
import { subscription } from './forms/profile.ts';
import { choice } from './query.ts';

const sent = ['now', 'daily', 'weekly'] as const;

const item = z.object({
  kind: z.enum(followed),
  /** Record id, area code, or address of the filtered list. */
  id: z.string(),
  title: z.string(),
  url: z.string(),
  frequency: z.enum(frequencies),
  created_at: z.string(),
});
export type SubscriptionItem = z.infer<typeof item>;

const change = z.object({
  kind: z.string(),
  id: z.int(),
  title: z.string(),
  url: z.string(),
  /** The event: 'Новое: клиническое исследование', 'Изменения'. */
  event: z.string(),
  /** 'Статус: набор скоро → набор открыт'. */
  lines: z.array(z.string()),
});

const group = z.object({
  /** The followed object; «payers» are all payer rules together. */
  kind: z.enum([...followed, 'payers']),
  id: z.string(),
  title: z.string(),
  url: z.string(),
  changes: z.array(change),
  /** Changes that the letter counts without details. */
  more: z.int(),
});

const digest = z.object({
  frequency: z.enum(sent),
  /** Earliest time of the next letter of this frequency. */
  next_at: z.string(),
  /** The letter as of now; null when it would be empty. */
  letter: z.object({ subject: z.string(), text: z.string(), html: z.string() }).nullable(),
  groups: z.array(group),
});
export type Digest = z.infer<typeof digest>;
export type DigestGroup = z.infer<typeof group>;
export type DigestChange = z.infer<typeof change>;

const suggested = z.object({ id: z.int(), title: z.string(), url: z.string() });
export type Suggested = z.infer<typeof suggested>;

/** Subscriptions (ruling G17). Adding twice or removing a missing one changes nothing. */
export const subscriptionContract = {
  'GET /api/subscribes': defineCall({
    ...signedIn,
    summary: 'На что я подписан',
    output: z.array(item),
  }),
  'GET /api/subscribes/suggested': defineCall({
    ...signedIn,
    summary: 'Заболевания, с которых мне начать: названное при регистрации и самые полные в моих областях',
    output: z.array(suggested),
  }),
  'GET /api/subscribes/digest': defineCall({
    ...signedIn,
    isHeavy: true,
    summary: 'Следующее письмо об изменениях, каким оно было бы сейчас; ничего не отправляется',
    query: z.strictObject({
      frequency: choice(sent, 'Каких подписок письмо').default('weekly'),
    }),
    output: digest,
  }),
  'POST /api/subscribes/add': defineCall({
    ...signedIn,
    creates: true,
    summary:
      'Подписаться: id записи; область — kind=area и код; отбор — kind=filter и адрес списка. frequency: now, daily, weekly, off',
    input: subscription,
    takesInputFromQuery: true,
    output: item,
  }),
  'POST /api/subscribes/remove': defineCall({
    ...signedIn,
    summary: 'Отписаться: те же параметры',
    input: subscription,
    takesInputFromQuery: true,
    output: z.null(),
  }),
};
