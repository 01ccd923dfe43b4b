import type { Ranking } from '#domain/signs/answer.ts';
import type { ChosenPresence } from '#domain/signs/choice.ts';
import type { KnownDisease } from '#domain/signs/records.ts';
import { lowered } from '#domain/typography.ts';
import { inheritance, onset } from '#domain/vocabularies.ts';
import type { NamedSign } from '#stores/signs.ts';

export const presences: Readonly<Record<ChosenPresence, string>> = {
  yes: 'есть',
  no: 'нет',
  unknown: 'не проверяли',
};

const figures = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

/** What a sign does to the odds of a disease: «×14», «÷1,3»; nothing where it changes nothing that can be seen. */
export function sayContribution(value: number): string {
  const ratio = Math.exp(Math.abs(value));
  const figure = figures.format(ratio < 9.95 ? ratio : Math.round(ratio));
  return figure === '1' ? '×1' : `${value > 0 ? '×' : '÷'}${figure}`;
}

/** Shares come in classes, so none is exact. */
export const sayShare = (share: number | undefined): string =>
  share === undefined ? '' : `≈ ${Math.round(share * 100)} %`;

export const labelOf = (hpo: string, names: Readonly<Record<string, NamedSign>>): string => {
  const sign = names[hpo];
  return sign ? `${sign.isUnchecked ? '≈ ' : ''}${sign.label}` : hpo;
};

export function titleOf(
  code: string,
  diseases: ReadonlyMap<string, KnownDisease>,
  titles: ReadonlyMap<string, string>,
): string {
  return diseases.get(code)?.title ?? titles.get(code) ?? code;
}

/** «Аутосомно-рецессивное; начало: младенчество, детство». */
export function sayCourse(line: Pick<Ranking['lines'][number], 'inheritance' | 'onset'>): string {
  const inherited = line.inheritance.map((mode) => lowered(inheritance[mode])).join(', ');
  const begins = line.onset.map((age) => lowered(onset[age])).join(', ');
  return [inherited && `наследование: ${inherited}`, begins && `начало: ${begins}`]
    .filter(Boolean)
    .join('; ');
}
