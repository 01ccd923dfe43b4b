import { portalZone } from './dates.ts';

/** Zones of Russia from west to east, which editors choose first. */
const ofRussia = [
  'Europe/Kaliningrad',
  portalZone,
  'Europe/Samara',
  'Asia/Yekaterinburg',
  'Asia/Omsk',
  'Asia/Novosibirsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
  'Asia/Magadan',
  'Asia/Kamchatka',
];

/** A zone of the runtime by its name in any case; an offset is no zone. */
export function findZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

let titles: Record<string, string> | undefined;

/** Russian titles of all zones of the runtime: 'Asia/Vladivostok' → «Владивосток». */
export function zoneTitles(): Record<string, string> {
  if (titles) return titles;
  const named = Intl.supportedValuesOf('timeZone').map((zone) => [zone, titleOf(zone)] as const);
  const counts = Map.groupBy(named, ([, title]) => title);
  const unique = named.map(
    ([zone, title]) => [zone, counts.get(title)!.length > 1 ? `${title} (${zone})` : title] as const,
  );
  const byTitle = unique.toSorted(([, one], [, other]) => one.localeCompare(other, 'ru'));
  const found = Object.fromEntries(byTitle);
  titles = { ...Object.fromEntries(ofRussia.map((zone) => [zone, found[zone] ?? zone])), ...found };
  return titles;
}

const titleOf = (zone: string) =>
  new Intl.DateTimeFormat('ru', { timeZone: zone, timeZoneName: 'shortGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
