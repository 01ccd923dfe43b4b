// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/client/user.ts';
import { $user } from '#stores/session.ts';
import { CaseList } from '../cases/list/CaseList.tsx';
import { Moderation } from '../cases/moderation/Moderation.tsx';
import { OwnCases } from '../cases/own/OwnCases.tsx';
import { Letters } from '../desk/delivery/Letters.tsx';
import { Purges } from '../desk/delivery/Purges.tsx';
import { Files } from '../desk/files/Files.tsx';
import { Imports } from '../desk/imports/Imports.tsx';
import { Inbox } from '../desk/inbox/Inbox.tsx';
import { Misses } from '../desk/overview/Misses.tsx';
import { Publication } from '../desk/publication/Publication.tsx';
import { Reading } from '../desk/reading/Reading.tsx';
import { History } from '../desk/record/History.tsx';
import { Records } from '../desk/records/Records.tsx';
import { Users } from '../desk/users/Users.tsx';
import { NotificationsScreen } from '../profile/NotificationsScreen.tsx';

const RecordHistory = () => <History id={1} version={1} restore={() => {}} />;

/** Each paged screen, the call that it asks, and a condition that is chosen on it. */
const screens: [
  name: string,
  Screen: FunctionComponent,
  address: string,
  condition?: string,
  prefix?: string,
][] = [
  ['cases', CaseList, '/api/cases/filter', 'sort=title'],
  ['own cases', OwnCases, '/api/user/cases', 'state=draft'],
  ['moderation', Moderation, '/api/editors/cases', 'state=published'],
  ['records', Records, '/api/editors/records', 'state=review'],
  ['history of a record', RecordHistory, '/api/editors/records/1/history'],
  ['users', Users, '/api/editors/users', 'state=blocked'],
  ['letters', Letters, '/api/editors/letters', 'state=failed'],
  ['purges', Purges, '/api/editors/purges', '', 'purges_'],
  ['files', Files, '/api/editors/files'],
  ['imports', Imports, '/api/editors/imports'],
  ['reports', Inbox, '/api/editors/reports', '', 'reports_'],
  ['applications', Inbox, '/api/editors/applications', '', 'applications_'],
  ['publications', Publication, '/api/editors/publications'],
  ['read pages', Reading, '/api/editors/reads/pages', 'days=90'],
  ['failed searches', Misses, '/api/editors/search-misses', '', 'misses_'],
  ['notifications', NotificationsScreen, '/api/user/notifications'],
];

const { fetch } = globalThis;
let requests: string[];
/** Many pages of what only the address tells apart. */
const found = {
  items: [],
  total: 95,
  page_size: 20,
  counts: [],
  facets: [],
  formats: [],
  kinds: [],
  days: [],
  from: [],
  next: [],
  problems: [],
  addresses: [],
  is_on: true,
  audience: 'doctors',
  since: null,
};
beforeEach(() => {
  requests = [];
  globalThis.EventSource = class extends EventTarget {
    close() {}
  } as unknown as typeof EventSource;
  globalThis.matchMedia = () => ({ matches: true }) as MediaQueryList;
  Element.prototype.scrollIntoView = () => {};
  $user.set({ id: 1, type: 'doctor', factors: [] } as unknown as User);
  globalThis.fetch = async (address) => {
    requests.push(String(address));
    const isList = /kinds|views$|user\/saved|dict/.test(String(address));
    return Response.json({ status: 'success', data: isList ? [] : found });
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
  history.replaceState(null, '', '/');
});

/** Query of the last request of a call. */
const lastOf = (address: string) =>
  new URLSearchParams(requests.findLast((one) => one.split('?')[0] === address)?.split('?')[1]);

test.each(screens)(
  'reload and Back keep page and condition: %s',
  async (_name, Screen, address, condition = '', prefix = '') => {
    history.replaceState(null, '', `?${condition}`);
    const { unmount } = render(<Screen />);
    const page = (number: number) =>
      waitFor(() => {
        // Two lists may stand on one screen.
        const links = screen.getAllByRole('link', { name: `Страница ${number}` });
        const own = new RegExp(`[?&]${prefix}page=${number}$`);
        const link = links.find((one) => own.test(one.getAttribute('href') ?? ''));
        if (!link) throw new Error('Not there yet');
        return link;
      });
    fireEvent.click(await page(2));
    await expect.poll(() => lastOf(address).get('page')).toBe('2');
    fireEvent.click(await page(3));
    await expect.poll(() => lastOf(address).get('page')).toBe('3');
    unmount();
    await Promise.resolve();
    requests = [];
    render(<Screen />);
    await expect.poll(async () => (await page(3)).getAttribute('aria-current')).toBe('page');
    expect(lastOf(address).get('page')).toBe('3');
    for (const [key, value] of new URLSearchParams(condition)) expect(lastOf(address).get(key)).toBe(value);
    history.back();
    await expect.poll(async () => (await page(2)).getAttribute('aria-current')).toBe('page');
    expect(lastOf(address).get('page')).toBe('2');
  },
);
