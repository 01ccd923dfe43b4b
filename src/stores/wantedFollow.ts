import { atom } from 'nanostores';
import type { FollowTarget } from './subscriptions.ts';

const key = 'follow-after-sign-in';

type Wanted = FollowTarget & { title: string };

/** What an anonymous visitor wanted to follow by letter, for this tab: it is done once they have entered or registered. */
export const $wantedFollow = atom<Wanted | undefined>(read());

function read(): Wanted | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text ? (JSON.parse(text) as Wanted) : undefined;
  } catch {
    return undefined;
  }
}

export function requestFollow(wanted: Wanted | undefined): void {
  $wantedFollow.set(wanted);
  try {
    if (wanted) sessionStorage.setItem(key, JSON.stringify(wanted));
    else sessionStorage.removeItem(key);
  } catch {
    // A full or forbidden storage: this page knows all the same.
  }
}
