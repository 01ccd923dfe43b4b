import type { Sex } from '../rank.ts';

const male = /(?<!\p{L})(?:мальчик|сын|сынок|мужчина|юноша|внук|новорожденный мальчик)(?:а|у)?(?!\p{L})/u;
const female =
  /(?<!\p{L})(?:девочк[аиеу]|доч(?:ь|ка|ери|ки)|женщина|девушка|пробандк[аие]|пациентк[аие]|внучк[аие])(?!\p{L})/u;

const who =
  '(?:мальчик|девочк|ребен(?:ок|к)|сын|доч(?:ь|ка|ери|ки)|пациент(?:к)?|мужчин|женщин|юнош|девушк|больн(?:ой|ого|ая)|пробанд(?:к)?|младен(?:ец|ц)|новорожденн(?:ый|ая|ого|ой)|малыш(?:ка|ки)?|подрост(?:ок|к)|возраст:?)';
const age = new RegExp(
  `(?:^|(?<!\\p{L})${who}(?:[аиыуе]|ом|ой)?(?:\\s+\\p{L}+)?,?\\s*(?:-\\s*)?)(\\d+(?:[.,]\\d+)?)\\s*(лет|год|года|г|мес|месяц|месяца|месяцев|м|нед|недел\\p{L}+|сут|суток|дн|дней|дня)(?!\\p{L})(?:\\.?\\s*(?:и\\s*)?(\\d{1,2})\\s*мес)?`,
  'u',
);

const months = (unit: string) => {
  if (/^(?:л|г)/.test(unit)) return 12;
  if (unit.startsWith('м')) return 1;
  return unit.startsWith('нед') ? 12 / 52 : 12 / 365;
};

/** Sex and age in months, from nouns and numbers. */
export function patientIn(note: string): { sex?: Sex; ageMonths?: number } {
  const text = note.toLowerCase().replaceAll('ё', 'е').trim();
  const at = (pattern: RegExp) => pattern.exec(text)?.index ?? Infinity;
  const boy = at(male);
  const girl = at(female);
  const found = age.exec(text);
  const value = found
    ? Number(found[1]!.replace(',', '.')) * months(found[2]!) + Number(found[3] ?? 0)
    : undefined;
  return {
    ...(boy === girl ? {} : { sex: boy < girl ? ('male' as const) : ('female' as const) }),
    ...(value === undefined || value > 1440 ? {} : { ageMonths: Math.round(value * 100) / 100 }),
  };
}
