import { atom } from 'nanostores';
import { call } from '#contract/client/call.ts';
import type { SubscriptionItem } from '#contract/client/user.ts';
import type { Frequency } from '#domain/subscriptions.ts';

/** What the user follows (ruling G17); `undefined` until it is known. */
export const $subscriptions = atom<readonly SubscriptionItem[] | undefined>(undefined);
export const $areSubscriptionsLoading = atom(false);

/** Names a thing that can be followed: a record, an area, a filtered list. */
export interface FollowTarget {
  kind: string;
  id: string;
}

export async function loadSubscriptions(): Promise<void> {
  $areSubscriptionsLoading.set(true);
  try {
    $subscriptions.set(await call('GET /api/subscribes', { isQuiet: true }));
  } catch {
    // The list stays as it is known (B241); the profile asks again.
  } finally {
    $areSubscriptionsLoading.set(false);
  }
}

/** B186: the list is asked again after each change. */
export async function follow({ kind, id }: FollowTarget, frequency?: Frequency): Promise<void> {
  await call('POST /api/subscribes/add', { form: { kind, id, frequency }, isWatched: true });
  await loadSubscriptions();
}

export async function unfollow({ kind, id }: FollowTarget): Promise<void> {
  await call('POST /api/subscribes/remove', { form: { kind, id }, isWatched: true });
  await loadSubscriptions();
}

/** All at once; the list is asked again after the last. */
export async function unfollowAll(targets: readonly FollowTarget[]): Promise<void> {
  for (const { kind, id } of targets) await call('POST /api/subscribes/remove', { form: { kind, id } });
  await loadSubscriptions();
}

export async function followAll(items: readonly SubscriptionItem[]): Promise<void> {
  for (const { kind, id, frequency } of items)
    await call('POST /api/subscribes/add', { form: { kind, id, frequency }, isWatched: true });
  await loadSubscriptions();
}

export const isFollowed = (items: readonly SubscriptionItem[] | undefined, { kind, id }: FollowTarget) =>
  Boolean(items?.some((item) => item.kind === kind && item.id === id));
