/** The choices of the low-vision version: the first value of each is what a page has without it, and is not remembered. */
export const choices = {
  lowVision: ['usual', 'black-on-white', 'white-on-black', 'blue-on-sky', 'brown-on-beige'],
  text: ['100', '150', '200'],
  letters: ['usual', 'wide', 'wider'],
  lines: ['usual', 'wide', 'wider'],
  pictures: ['on', 'off', 'captions'],
  face: ['sans', 'serif'],
} as const;

export type LowVisionSetting = keyof typeof choices;
export type LowVision = { readonly [Name in LowVisionSetting]: (typeof choices)[Name][number] };

const names = Object.keys(choices) as LowVisionSetting[];

/** What the button in the first row switches on. */
export const firstLowVision: LowVision = {
  lowVision: 'black-on-white',
  text: '150',
  letters: 'usual',
  lines: 'usual',
  pictures: 'on',
  face: 'sans',
};

/** As `layouts/preference.ts` reads it: values in the order of the choices, a dash for the usual one. */
export const serializeLowVision = (settings: LowVision): string =>
  names.map((name) => (settings[name] === choices[name][0] ? '-' : settings[name])).join(' ');

export function readLowVision(text: string): LowVision {
  const values = text.split(' ');
  return Object.fromEntries(
    names.map((name, index) => {
      const known: readonly string[] = choices[name];
      return [name, known.find((value) => value === values[index]) ?? known[0]];
    }),
  ) as LowVision;
}

/** Whether anything differs from an ordinary page. */
export const isLowVision = (settings: LowVision): boolean =>
  serializeLowVision(settings).replace(/[- ]/g, '') !== '';

/** Remembers the choices for the next pages and shows them on this one. A browser may forbid storage. */
export function applyLowVision(settings: LowVision): void {
  const { dataset } = document.documentElement;
  for (const name of names)
    if (settings[name] === choices[name][0]) delete dataset[name];
    else dataset[name] = settings[name];
  // Unchanged colours are still the low-vision version: its rules depend on this attribute.
  if (isLowVision(settings)) dataset['lowVision'] = settings.lowVision;
  // The server keeps the wish of an address for what is opened from it; anyone who takes it back here, takes it from there.
  else if (/[?&]vi=1/.test(location.search))
    history.replaceState(history.state, '', location.pathname + location.hash);
  try {
    if (isLowVision(settings)) localStorage.setItem('sight', serializeLowVision(settings));
    else localStorage.removeItem('sight');
  } catch {
    // Nothing to do: the choice is already shown.
  }
}

/** The choices that this page shows. */
export function shownLowVision(): LowVision {
  const { dataset } = document.documentElement;
  return readLowVision(names.map((name) => dataset[name] ?? '-').join(' '));
}
