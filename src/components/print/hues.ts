/**
 * Colours of the rare stripe by therapeutic area. They carry no text, so they are the same in both themes; each stands
 * out from the paper and from the stripes (3 : 1 and more). An area without one has the red of the identity.
 */
const hues: Readonly<Record<string, string>> = {
  metabolic: '#d81e5b',
  neurology: '#2d6cdf',
  hematology: '#b3261e',
  immunology: '#0e8f6e',
  bone: '#c77700',
  dermatology: '#c2410c',
  endocrinology: '#7a3ebf',
  pulmonology: '#0891a8',
  malformations: '#6a5acd',
  oncology: '#a8329e',
  ophthalmology: '#0f7f9c',
  nephrology: '#a16207',
  cardiology: '#d0312d',
  gastroenterology: '#5b8a1c',
  hepatology: '#a4561a',
  rheumatology: '#c2366e',
  infectious: '#2b8a3e',
  vascular: '#c0267e',
};

export const hueOf = (area: string | undefined): string | undefined => (area ? hues[area] : undefined);
