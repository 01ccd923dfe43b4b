import { createStore, del, delMany, entries, get, keys, set, type UseStore } from 'idb-keyval';
import { call, type Output } from '#contract/client/call.ts';
import { forgetDraft, keptDrafts } from './drafts.ts';

/**
 * Unsaved input of a signed-in user: it outlives a reload, a crash, a dead network and the end of the session. It is encrypted
 * (AES-GCM) with a key that the server gives to that user alone and that the page holds in memory; without a session only
 * ciphertext is left.
 */

interface Sealed {
  /** The month of the key. */
  of: string;
  nonce: Uint8Array<ArrayBuffer>;
  text: ArrayBuffer;
}

interface Held {
  person: number;
  of: string;
  /** None where a browser knows no keys, on a page without encryption: nothing is kept there. */
  key: CryptoKey | undefined;
}

/** Older versions kept cases here, unsealed, under the same names. */
const database = 'case-drafts';
let store: UseStore | undefined;
const own = () => (store ??= createStore(database, 'drafts'));

let held: Held | undefined;
/** Seals and removals stand in line, so that an older text never lands upon a newer one. */
let line: Promise<unknown> = Promise.resolve();

const nameOf = (person: number, name: string) => `${person} ${name}`;
const isSealed = (found: unknown): found is Sealed =>
  typeof found === 'object' && found !== null && 'nonce' in found && 'of' in found;

/**
 * Requests the key once per page; throws a CallError offline or signed out. Returns the
 * number of the person whose drafts can be read now.
 */
export async function unlockDrafts(): Promise<number> {
  if (held) return held.person;
  held = await askKey();
  await takeOver(held);
  return held.person;
}

/** Another user has signed in: the former key is dropped. */
export function lockDrafts(): void {
  held = undefined;
}

/** Who writes in this page, whatever session the browser gets meanwhile: what they send is taken from them alone. */
export const byWriter = (): Record<string, string> => (held ? { 'x-person': String(held.person) } : {});

/** What was left under this name, where it can be read. */
export async function readSealed<Value>(name: string): Promise<Value | undefined> {
  await unlockDrafts();
  const { person, of, key } = held as Held;
  return await inLine(async () => {
    const found = await get<unknown>(nameOf(person, name), own());
    if (!isSealed(found)) return undefined;
    const theirs = found.of === of ? key : (await askKey(found.of)).key;
    if (!theirs) return undefined;
    return JSON.parse(await opened(found, theirs, nameOf(person, name))) as Value;
  });
}

/** The newest value under each name that still stands in line: a fast typist's older ones are not sealed. */
const newest = new Map<string, { value: unknown; isKept: Promise<boolean> }>();
/** Seals that are under way: anyone who leaves the page now is asked first. */
let sealing = 0;
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Keeps what is typed; false where this browser keeps nothing. */
export async function keepSealed(name: string, value: unknown): Promise<boolean> {
  const under = newest.get(name);
  if (under) {
    under.value = value;
    return await under.isKept;
  }
  if (sealing++ === 0) globalThis.addEventListener?.('beforeunload', ask);
  const isKept = inLine(async () => await sealNewest(name)).then((done) => {
    if (--sealing === 0) globalThis.removeEventListener?.('beforeunload', ask);
    return done === true;
  });
  newest.set(name, { value, isKept });
  return await isKept;
}

async function sealNewest(name: string): Promise<boolean> {
  let text: string | undefined;
  try {
    await unlockDrafts();
  } finally {
    const waiting = newest.get(name);
    text = waiting && JSON.stringify(waiting.value);
    newest.delete(name);
  }
  return held !== undefined && text !== undefined && (await put(held, name, text));
}

export async function dropSealed(name: string): Promise<void> {
  newest.delete(name);
  await inLine(async () => {
    if (held) await del(nameOf(held.person, name), own());
  });
}

/** After signing out nothing of that person is left here (OWASP ASVS V14.3), nor anything that is not sealed. */
export async function dropSealedOf(person: number): Promise<void> {
  await inLine(async () => {
    const all = await entries<string, unknown>(own());
    const gone = all.filter(([name, found]) => name.startsWith(`${person} `) || !isSealed(found));
    await delMany(
      gone.map(([name]) => name),
      own(),
    );
  });
  lockDrafts();
}

/** Whether something sealed lies here: of this person, or anyone who has written it. */
export const hasSealed = async (person?: number): Promise<boolean> =>
  (await inLine(async () =>
    (await keys<string>(own())).some((name) => person === undefined || name.startsWith(`${person} `)),
  )) ?? false;

/** One after the other. A browser that refuses to keep things (private windows, a full disk) must not stop the writing. */
async function inLine<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  const done = line.then(action).catch(() => undefined);
  line = done;
  return await done;
}

async function askKey(of?: string): Promise<Held> {
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

async function put({ person, of, key }: Held, name: string, text: string): Promise<boolean> {
  if (!key) return false;
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const full = nameOf(person, name);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(full) },
    key,
    new TextEncoder().encode(text),
  );
  await set(full, { of, nonce, text: sealed } satisfies Sealed, own());
  return true;
}

async function opened({ nonce, text }: Sealed, key: CryptoKey, full: string): Promise<string> {
  const additionalData = new TextEncoder().encode(full);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData }, key, text);
  return new TextDecoder().decode(plain);
}

/** What an older version of the site has kept unsealed of this person and of this tab is sealed, once. */
async function takeOver(mine: Held): Promise<void> {
  try {
    for (const [full, found] of await entries<string, unknown>(own()))
      if (full.startsWith(`${mine.person} `) && !isSealed(found))
        await put(mine, full.slice(full.indexOf(' ') + 1), JSON.stringify(found));
    for (const [name, text] of keptDrafts(['record ', 'application'])) {
      if (!(await get(nameOf(mine.person, name), own()))) await put(mine, name, text);
      forgetDraft(name);
    }
  } catch {
    // As above.
  }
}
