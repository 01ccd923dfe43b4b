/** IndexedDB of one store in memory, as far as idb-keyval uses it; `undo` takes it away. */
export function openStorage() {
  const before = { indexedDB: globalThis.indexedDB, isSecureContext: globalThis.isSecureContext };
  const kept = new Map<string, unknown>();
  const request = <Result>(result: Result) => {
    const made = { result, onsuccess: () => undefined, onupgradeneeded: () => undefined };
    queueMicrotask(() => made.onsuccess());
    return made;
  };
  const objects = {
    get: (key: string) => request(kept.get(key)),
    getAll: () => request([...kept.values()]),
    getAllKeys: () => request([...kept.keys()]),
    put: (value: unknown, key: string) => void kept.set(key, structuredClone(value)),
    delete: (key: string) => void kept.delete(key),
    get transaction() {
      return request(undefined);
    },
  };
  Object.assign(globalThis, {
    indexedDB: { open: () => request({ transaction: () => ({ objectStore: () => objects }) }) },
    isSecureContext: true,
  });
  return { kept, undo: () => void Object.assign(globalThis, before) };
}
