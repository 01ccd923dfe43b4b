import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $dictionaries, loadDictionary, type DictionaryName, type Item } from '#stores/dictionaries.ts';

/** The items of a dictionary, none until they have come; without them codes stand for themselves. */
export function useDictionary(name: DictionaryName): readonly Item[] {
  const known = useStore($dictionaries)[name];
  useEffect(() => {
    void loadDictionary(name).catch(() => undefined);
  }, [name]);
  return known ?? [];
}

export function titleOf(items: readonly Item[], id: string): string {
  return items.find((item) => String(item.id) === id)?.value ?? id;
}
