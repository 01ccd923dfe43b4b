import { accountContract } from './account.ts';
import { administrationContract } from './administration.ts';
import { applicationContract } from './applications.ts';
import { broadcastContract } from './broadcasts.ts';
import type { Call } from './call.ts';
import { casesContract } from './cases.ts';
import { catalogueContract } from './catalogue.ts';
import { codesContract } from './codes.ts';
import { deskContract } from './desk.ts';
import { editorsContract } from './editors.ts';
import { entitlementContract } from './entitlements.ts';
import { importsContract } from './imports.ts';
import { filesContract } from './files.ts';
import { lettersContract } from './letters.ts';
import { notificationContract } from './notifications.ts';
import { portalContract } from './portal.ts';
import { profileContract } from './profile.ts';
import { publicationContract } from './publication.ts';
import { readsContract } from './reads.ts';
import { reportContract } from './reports.ts';
import { savedCasesContract } from './saved-cases.ts';
import { searchContract } from './search.ts';
import { signsContract } from './signs.ts';
import { subscriptionContract } from './subscriptions.ts';
import { todayContract } from './today.ts';
import { unsubscribeContract } from './unsubscribe.ts';

export const contract = {
  ...catalogueContract,
  ...portalContract,
  ...entitlementContract,
  ...searchContract,
  ...codesContract,
  ...signsContract,
  ...accountContract,
  ...profileContract,
  ...subscriptionContract,
  ...notificationContract,
  ...todayContract,
  ...unsubscribeContract,
  ...applicationContract,
  ...administrationContract,
  ...reportContract,
  ...readsContract,
  ...publicationContract,
  ...editorsContract,
  ...casesContract,
  ...savedCasesContract,
  ...deskContract,
  ...importsContract,
  ...lettersContract,
  ...broadcastContract,
  ...filesContract,
};
export type Contract = typeof contract;
export type CallName = keyof Contract;

/** `data` of a call's response: `Output<'GET /api/clinics'>`. */
export type Output<Name extends CallName> =
  Contract[Name] extends Call<infer _P, infer _Q, infer Data, infer _I> ? Data : never;
export type Query<Name extends CallName> =
  Contract[Name] extends Call<infer _P, infer Parsed, infer _D, infer _I> ? Parsed : never;
export type Path<Name extends CallName> =
  Contract[Name] extends Call<infer Parsed, infer _Q, infer _D, infer _I> ? Parsed : never;
export type Input<Name extends CallName> =
  Contract[Name] extends Call<infer _P, infer _Q, infer _D, infer Parsed> ? Parsed : never;

/** What a caller sends, before the schemas parse it; a part that the call does not have is void. */
export type Sent<Name extends CallName> =
  Contract[Name] extends Call<
    infer _P,
    infer _Q,
    infer _D,
    infer _I,
    infer SentPath,
    infer SentQuery,
    infer SentInput
  >
    ? { path: SentPath; query: SentQuery; input: SentInput }
    : never;

/** 'GET /api/clinics/{id}' → method and address. */
export function splitName(name: string): { method: string; url: string } {
  const [method = '', url = ''] = name.split(' ');
  return { method, url };
}
