/** Places with unusual spellings or Russian names. */
const special: Readonly<Record<string, string>> = {
  worldwide: 'Весь мир',
  europe: 'Европа',
  africa: 'Африка',
  oceania: 'Океания',
  'north america': 'Северная Америка',
  'latin america': 'Латинская Америка',
  'south east asia': 'Юго-Восточная Азия',
  'western asia': 'Западная Азия',
  'eastern mediterranean asia': 'Восточное Средиземноморье (Азия)',
  'specific population': 'Отдельная популяция',
  'united states': 'США',
  'bosnia and herzegovina': 'Босния и Герцеговина',
  'brunei darussalam': 'Бруней',
  'czech republic': 'Чехия',
  'faroe islands': 'Фарерские острова',
  'hong kong': 'Гонконг',
  'iran, islamic republic of': 'Иран',
  "korea, democratic people's republic of": 'КНДР',
  'korea, republic of': 'Республика Корея',
  'south korea': 'Республика Корея',
  'libyan arab jamahiriya': 'Ливия',
  'moldova, republic of': 'Молдавия',
  'north macedonia': 'Северная Македония',
  'macedonia, the former yugoslav republic of': 'Северная Македония',
  'palestinian territory, occupied': 'Палестина',
  'palestinian territories, occupied': 'Палестина',
  reunion: 'Реюньон',
  réunion: 'Реюньон',
  'russian federation': 'Россия',
  'former serbia and montenegro': 'Сербия и Черногория (бывш.)',
  'taiwan, province of china': 'Тайвань',
  'tanzania, united republic of': 'Танзания',
  turkey: 'Турция',
  'türkiye (turkey)': 'Турция',
  'viet nam': 'Вьетнам',
  "côte d'ivoire": 'Кот-д’Ивуар',
  'south africa': 'ЮАР',
};

const russianRegions = new Intl.DisplayNames('ru', { type: 'region' });
const byEnglish = new Map<string, string>();
const english = new Intl.DisplayNames('en', { type: 'region' });
for (let first = 65; first <= 90; first++) {
  for (let second = 65; second <= 90; second++) {
    const code = String.fromCharCode(first, second);
    const name = english.of(code)?.toLowerCase();
    const title = russianRegions.of(code);
    if (name && title && name !== code.toLowerCase() && !byEnglish.has(name)) byEnglish.set(name, title);
  }
}

/** Russian name of a country or region; unknown names are unchanged. */
export function placeInRussian(name: string): string {
  const key = name.trim().toLowerCase();
  return (Object.hasOwn(special, key) ? special[key] : undefined) ?? byEnglish.get(key) ?? name.trim();
}
