const browsers: [RegExp, string][] = [
  [/YaBrowser/, 'Яндекс Браузер'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], agent: string) => names.find(([sign]) => sign.test(agent))?.[1];

/** A User-Agent as readable text: «Firefox, Windows». */
export function browserName(agent: string): string {
  const words = [nameIn(browsers, agent), nameIn(systems, agent)].filter(Boolean);
  return words.join(', ') || 'Неизвестный браузер';
}
