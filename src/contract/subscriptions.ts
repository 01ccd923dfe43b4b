import { z } from 'zod';
import { followed, frequencies } from '#domain/subscriptions.ts';
import { defineCall } from './call.ts';
import { subscription } from './forms/profile.ts';

const item = z.object({
  kind: z.enum(followed),
  /** Number of the record, code of the area, or address of the filtered list. */
  id: z.string(),
  title: z.string(),
  url: z.string(),
  frequency: z.enum(frequencies),
  created_at: z.string(),
});
export type SubscriptionItem = z.infer<typeof item>;

const signedIn = { access: 'partner', cache: 'none' } as const;

/** What a person follows (ruling G17). Adding twice and removing what is not there change nothing. */
export const subscriptionContract = {
  'GET /api/subscribes': defineCall<void, void, SubscriptionItem[]>({
    ...signedIn,
    summary: 'На что я подписан',
    output: z.array(item),
  }),
  'POST /api/subscribes/add': defineCall({
    ...signedIn,
    summary:
      'Подписаться: id записи; область — kind=area и код; отбор — kind=filter и адрес списка. frequency: now, weekly, off',
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
