const rules = new Intl.PluralRules('ru');
const numbers = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 });

/** Plural form of a number: 1 препарат, 3 препарата, 11 препаратов, 1,5 препарата. */
export function plural(count: number, [one, few, many]: readonly [string, string, string]): string {
  const rule = rules.select(count);
  return rule === 'one' ? one : rule === 'many' ? many : few;
}

/** A number with its noun: «6 172 заболевания»; the number does not break. */
export function counted(count: number, forms: readonly [string, string, string]): string {
  return `${numbers.format(count)} ${plural(count, forms)}`;
}
