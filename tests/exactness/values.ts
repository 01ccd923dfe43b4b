import { getKind, valuesAt } from '#domain/kinds/index.ts';
import type { Chance } from './chance.ts';
import type { StockFields, Stock } from './stock.ts';

export type Values = ReturnType<typeof valuesFrom>;

const alphabet = 'АБВГДЕЁЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯabcdefz0123456789«';

/** Values for fields: from other records, or new ones. */
export function valuesFrom({ store, idsOf }: Stock, { random, below, pick }: Chance) {
  let number = 0;
  const title = () => {
    const letter = alphabet[below(alphabet.length)] ?? 'А';
    return `${letter}${['олезнь', 'индром', ' <b>&amp;</b> «кавычки»', 'ефицит', '-тип'][below(5)]} ${below(1e6)}`;
  };
  return {
    /** Another record's value, a new title, other links, or none. */
    valueFor(kindName: string, field: string): unknown {
      const kind = getKind(kindName);
      number += 1;
      if (field === 'title') return title();
      if (field === 'code') return `code-${number}`;
      if (field === kind.external?.field)
        return typeof valuesAt(store.find((one) => one.kind === kindName)?.data, field)[0] === 'number'
          ? 5_000_000 + number
          : undefined;
      const target = kind.links[field];
      if (target) {
        const ids = idsOf(target);
        const several = [...new Set(Array.from({ length: below(4) }, () => pick(ids)!))];
        const isList = store.some(({ kind: name, data }) => name === kindName && Array.isArray(data[field]));
        return isList ? several : undefined;
      }
      const values = store.filter((one) => one.kind === kindName).map((one) => one.data[field]);
      return random() < 0.15 ? null : pick(values);
    },
    /** Fields of a new record, modelled on another. */
    newRecord(kindName: string, model: StockFields): StockFields {
      const { external } = getKind(kindName);
      const fields: StockFields = { ...model, title: title() };
      number += 1;
      if (external)
        fields[external.field] =
          typeof model[external.field] === 'number' ? 6_000_000 + number : `new-${number}`;
      if (fields['code'] !== undefined) fields['code'] = `new-${number}`;
      return fields;
    },
  };
}
