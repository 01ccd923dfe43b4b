import { useEffect, useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskDictionary } from '#contract/client/editors.ts';

let asked: Promise<DeskDictionary[]> | undefined;

/** Values of a dictionary of the database; all dictionaries are asked for once a page. */
export function useTerms(dictionary: string | undefined): { id: string; value: string }[] {
  const [options, setOptions] = useState<{ id: string; value: string }[]>([]);
  useEffect(() => {
    if (!dictionary) return undefined;
    asked ??= call('GET /api/editors/dictionaries', { isQuiet: true });
    let isWanted = true;
    asked.then(
      (all) => {
        const found = all.find(({ code }) => code === dictionary);
        if (isWanted) setOptions((found?.items ?? []).map(({ code, title }) => ({ id: code, value: title })));
      },
      () => {
        // The next field asks again.
        asked = undefined;
      },
    );
    return () => {
      isWanted = false;
    };
  }, [dictionary]);
  return options;
}

/** Titles of codes of all dictionaries, for telling values in words. */
export function useTermNames(): (dictionary: string, code: string) => string | undefined {
  const [all, setAll] = useState<readonly DeskDictionary[]>([]);
  useEffect(() => {
    asked ??= call('GET /api/editors/dictionaries', { isQuiet: true });
    asked.then(setAll, () => {
      asked = undefined;
    });
  }, []);
  return (dictionary, code) =>
    all.find((one) => one.code === dictionary)?.items.find((item) => item.code === code)?.title;
}
