import type { Page } from '@playwright/test';
import type { Person } from './people.ts';

/** Everything that this browser keeps for the site, as text: stores of IndexedDB byte by byte, and both storages. */
export const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const open = (name: string) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
    const read = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    const inWords = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) =>
        part instanceof ArrayBuffer ? new TextDecoder().decode(part) : part,
      );
    const names: string[] = [];
    let text = JSON.stringify(sessionStorage) + JSON.stringify(localStorage);
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await open(name);
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        names.push(...(await read(objects.getAllKeys())).map(String));
        text += inWords(await read(objects.getAll()));
      }
      database.close();
    }
    return { names, text };
  });

/** Names of what a person has typed and this browser holds, sealed. */
export const draftsOf = async (page: Page, { id }: Person) =>
  (await keptIn(page)).names.filter((name) => name.startsWith(`${id} `));
