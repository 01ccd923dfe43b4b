/** The choices of the low-sight version: the first value of each is what a page has without it, and is not remembered. */
export const choices = {
  sight: ['usual', 'black-on-white', 'white-on-black', 'blue-on-sky', 'brown-on-beige'],
  text: ['100', '150', '200'],
  letters: ['usual', 'wide', 'wider'],
  lines: ['usual', 'wide', 'wider'],
  pictures: ['on', 'off', 'captions'],
  face: ['sans', 'serif'],
} as const;

export type SightSetting = keyof typeof choices;
export type Sight = { readonly [Name in SightSetting]: (typeof choices)[Name][number] };

const names = Object.keys(choices) as SightSetting[];

/** What the button in the first row switches on. */
export const firstSight: Sight = {
  sight: 'black-on-white',
  text: '150',
  letters: 'usual',
  lines: 'usual',
  pictures: 'on',
  face: 'sans',
};

/** As `layouts/preference.ts` reads it: values in the order of the choices, a dash for the usual one. */
export const written = (sight: Sight): string =>
  names.map((name) => (sight[name] === choices[name][0] ? '-' : sight[name])).join(' ');

export function readSight(text: string): Sight {
  const values = text.split(' ');
  return Object.fromEntries(
    names.map((name, index) => {
      const known: readonly string[] = choices[name];
      return [name, known.find((value) => value === values[index]) ?? known[0]];
    }),
  ) as Sight;
}

/** Whether anything differs from an ordinary page. */
export const isOn = (sight: Sight): boolean => written(sight).replace(/[- ]/g, '') !== '';

/** Remembers the choices for the next pages and shows them on this one. A browser may forbid storage. */
export function applySight(sight: Sight): void {
  const { dataset } = document.documentElement;
  for (const name of names)
    if (sight[name] === choices[name][0]) delete dataset[name];
    else dataset[name] = sight[name];
  // Colours of one's own theme are still the version for low sight: its rules hang on this attribute.
  if (isOn(sight)) dataset['sight'] = sight.sight;
  // The server keeps the wish of an address for what is opened from it; anyone who takes it back here, takes it from there.
  else if (/[?&]vi=1/.test(location.search))
    history.replaceState(history.state, '', location.pathname + location.hash);
  try {
    if (isOn(sight)) localStorage.setItem('sight', written(sight));
    else localStorage.removeItem('sight');
  } catch {
    // Nothing to do: the choice is already shown.
  }
}

/** The choices that this page shows. */
export function shownSight(): Sight {
  const { dataset } = document.documentElement;
  return readSight(names.map((name) => dataset[name] ?? '-').join(' '));
}
