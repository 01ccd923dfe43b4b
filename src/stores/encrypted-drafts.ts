import { createStore, del, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';
import { call, type Output } from '#contract/client/call.ts';
import { forgetDraft, keptDrafts } from './drafts.ts';

/**
 * Unsaved input of a signed-in user. It survives a reload, a crash, a dead network and the end of the session, encrypted
 * with AES-GCM. The key comes from the server for that user only and stays in memory.
 */

interface EncryptedDraft {
  /** The month of the key. */
  of: string;
  nonce: Uint8Array<ArrayBuffer>;
  text: ArrayBuffer;
}

interface SessionKey {
  person: number;
  of: string;
  /** Undefined on a page without a secure context: drafts are not saved there. */
  key: CryptoKey | undefined;
}

/** Older versions stored cases here unencrypted, under the same names. */
const database = 'case-drafts';
let store: UseStore | undefined;
const openStore = () => (store ??= createStore(database, 'drafts'));

let sessionKey: SessionKey | undefined;
/** Writes run one after another, so that an older text never replaces a newer one. */
let queue: Promise<unknown> = Promise.resolve();

const nameOf = (person: number, name: string) => `${person} ${name}`;
const isEncrypted = (found: unknown): found is EncryptedDraft =>
  typeof found === 'object' && found !== null && 'nonce' in found && 'of' in found;

/**
 * Requests the key once per page; throws a CallError offline or signed out. Returns the
 * number of the person whose drafts can be read now.
 */
export async function unlockDrafts(): Promise<number> {
  if (sessionKey) return sessionKey.person;
  sessionKey = await fetchKey();
  await migrateOldDrafts(sessionKey);
  return sessionKey.person;
}

/** Another user has signed in: the former key is dropped. */
export function lockDrafts(): void {
  sessionKey = undefined;
}

/** Names the writer of this page to the server, which refuses the text after another user has signed in. */
export const writerHeaders = (): Record<string, string> =>
  sessionKey ? { 'x-person': String(sessionKey.person) } : {};

/** Reads a draft; `undefined` when there is none or its key is gone. */
export async function loadDraft<Value>(name: string): Promise<Value | undefined> {
  await unlockDrafts();
  const { person, of, key } = sessionKey as SessionKey;
  return await enqueue(async () => {
    const found = await get<unknown>(nameOf(person, name), openStore());
    if (!isEncrypted(found)) return undefined;
    const theirs = found.of === of ? key : (await fetchKey(found.of)).key;
    if (!theirs) return undefined;
    return JSON.parse(await decrypt(found, theirs, nameOf(person, name))) as Value;
  });
}

/** The newest value of each draft in the queue; older ones are skipped. */
const newest = new Map<string, { value: unknown; isKept: Promise<boolean> }>();
/** While positive, leaving the page asks for confirmation. */
let pendingWrites = 0;
const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Saves a draft; false when this browser cannot. */
export async function saveDraft(name: string, value: unknown): Promise<boolean> {
  const under = newest.get(name);
  if (under) {
    under.value = value;
    return await under.isKept;
  }
  if (pendingWrites++ === 0) globalThis.addEventListener?.('beforeunload', confirmLeaving);
  const isKept = enqueue(async () => await saveNewest(name)).then((done) => {
    if (--pendingWrites === 0) globalThis.removeEventListener?.('beforeunload', confirmLeaving);
    return done === true;
  });
  newest.set(name, { value, isKept });
  return await isKept;
}

async function saveNewest(name: string): Promise<boolean> {
  let text: string | undefined;
  try {
    await unlockDrafts();
  } finally {
    const waiting = newest.get(name);
    text = waiting && JSON.stringify(waiting.value);
    newest.delete(name);
  }
  return sessionKey !== undefined && text !== undefined && (await encryptInto(sessionKey, name, text));
}

export async function deleteDraft(name: string): Promise<void> {
  newest.delete(name);
  await enqueue(async () => {
    if (sessionKey) await del(nameOf(sessionKey.person, name), openStore());
  });
}

/** Deletes the drafts of a user who signs out (OWASP ASVS V14.3), and unencrypted ones. */
export async function deleteDraftsOf(person: number): Promise<void> {
  await enqueue(async () => {
    const all = await entries<string, unknown>(openStore());
    const gone = all.filter(([name, found]) => name.startsWith(`${person} `) || !isEncrypted(found));
    await delMany(
      gone.map(([name]) => name),
      openStore(),
    );
  });
  lockDrafts();
}

/** Whether there are drafts, of this user or of any. */
export const hasDrafts = async (person?: number): Promise<boolean> =>
  (await enqueue(async () =>
    (await keys<string>(openStore())).some((name) => person === undefined || name.startsWith(`${person} `)),
  )) ?? false;

/** Runs actions in order. Failures of storage (private windows, a full disk) are ignored. */
async function enqueue<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  const done = queue.then(action).catch(() => undefined);
  queue = done;
  return await done;
}

async function fetchKey(of?: string): Promise<SessionKey> {
  const given: Output<'GET /api/user/drafts/key'> = await call('GET /api/user/drafts/key', {
    query: of === undefined ? {} : { of },
    isQuiet: true,
  });
  const { person, of: month } = given;
  if (!isSecureContext) return { person, of: month, key: undefined };
  const raw = Uint8Array.from(atob(given.key.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { person, of: month, key };
}

async function encryptInto({ person, of, key }: SessionKey, name: string, text: string): Promise<boolean> {
  if (!key) return false;
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const full = nameOf(person, name);
  const ciphertext = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(full) },
    key,
    new TextEncoder().encode(text),
  );
  await set(full, { of, nonce, text: ciphertext } satisfies EncryptedDraft, openStore());
  return true;
}

async function decrypt({ nonce, text }: EncryptedDraft, key: CryptoKey, full: string): Promise<string> {
  const additionalData = new TextEncoder().encode(full);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, text);
  return new TextDecoder().decode(plain);
}

/** Encrypts drafts of older versions of the site, of this user and this tab. */
async function migrateOldDrafts(mine: SessionKey): Promise<void> {
  try {
    for (const [full, found] of await entries<string, unknown>(openStore()))
      if (full.startsWith(`${mine.person} `) && !isEncrypted(found))
        await encryptInto(mine, full.slice(full.indexOf(' ') + 1), JSON.stringify(found));
    for (const [name, text] of keptDrafts(['record ', 'application'])) {
      if (!(await get(nameOf(mine.person, name), openStore()))) await encryptInto(mine, name, text);
      forgetDraft(name);
    }
  } catch {
    // As above.
  }
}
