/** Colours of the rare stripe by therapeutic area; they carry no text, so they are the same in both themes. */
const hues: Readonly<Record<string, string>> = {
  metabolic: '#d81e5b',
  neurological: '#2d6cdf',
  haematological: '#b3261e',
  immunological: '#0e8f6e',
  skeletal: '#c77700',
  dermatological: '#c2410c',
  endocrine: '#7a3ebf',
  pulmonary: '#0891a8',
};

export const hueOf = (area: string | undefined): string | undefined => (area ? hues[area] : undefined);
