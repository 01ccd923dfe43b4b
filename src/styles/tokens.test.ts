import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sheet = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = sheet('tokens.css');

/** Custom properties of the rule that begins with the selector. */
function block(text: string, selector: string): Record<string, string> {
  const start = text.indexOf(`${selector} {`);
  const body = text.slice(start, text.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

/** The tokens as they are with the switch of a theme on: `light-dark(#fff, #000)` is one of the two. */
function themed(theme: 'light' | 'dark'): Record<string, string> {
  const found = Object.entries(block(tokens, ':root')).map(([name, value]) => {
    const colours = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
    return [name, colours?.[theme === 'light' ? 1 : 2] ?? value];
  });
  return Object.fromEntries(found);
}
const themes = [themed('light'), themed('dark')];

test('dark is switched on alike by the system and by the reader', () => {
  const switched = [":root:not([data-theme='light'])", ":root[data-theme='dark']"].map((selector) => {
    const start = tokens.indexOf(`${selector} {`);
    return tokens.slice(tokens.indexOf('{', start), tokens.indexOf('}', start)).replace(/\s+/g, ' ');
  });
  expect(switched[0]).toBe(switched[1]);
  expect(switched[0]).toContain('color-scheme: dark;');
});

/** The low-vision schemes: their three colours in place of all others. */
const sight = sheet('low-vision.css');
const schemes = ['black-on-white', 'white-on-black', 'blue-on-sky', 'brown-on-beige'];
test.each(schemes)(
  '%s: words, links and buttons have a contrast of 7 in the low-vision version',
  (scheme) => {
    const { ground = '', sign = '', link = '' } = block(sight, `:root[data-low-vision='${scheme}']`);
    expect(contrast(sign, ground)).toBeGreaterThanOrEqual(7);
    expect(contrast(link, ground)).toBeGreaterThanOrEqual(7);
  },
);

test('every colour of the page has its place in the low-vision version', () => {
  const replaced = block(sight, ":root[data-low-vision*='-on-']");
  const colours = Object.entries(themes[0] ?? {}).filter(([, value]) => value.startsWith('#'));
  const missing = colours.map(([name]) => name).filter((name) => !(name in replaced));
  // The ring round what has the focus shows on any ground; stripes are hidden; the steps of a map carry words of their own.
  const kept = missing.filter((name) => !/^(focus|stripe|(on-)?scale)/.test(name));
  expect(kept).toEqual([]);
});

/** WCAG 2 contrast of two colours written as #rrggbb. */
function contrast(one: string, other: string): number {
  const luminance = (short: string) => {
    const colour = short.length === 4 ? short.replace(/\w/g, '$&$&') : short;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const pairs = [
  ['ink', 'bg', 7],
  ['ink', 'surface', 7],
  ['ink', 'sunken', 7],
  ['ink-2', 'bg', 7],
  ['ink-3', 'bg', 4.5],
  ['ink-3', 'surface', 4.5],
  ['ink-3', 'sunken', 4.5],
  ['line-strong', 'bg', 3],
  ['brand', 'bg', 7],
  ['brand', 'surface', 7],
  ['brand', 'brand-soft', 4.5],
  ['on-brand', 'brand', 7],
  ['visited', 'bg', 4.5],
  ['rare-text', 'rare-soft', 4.5],
  ['ok', 'ok-soft', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['err', 'err-soft', 4.5],
  ['info', 'info-soft', 4.5],
  ['ink', 'ok-soft', 7],
  ['on-footer', 'footer', 7],
  ['on-footer-2', 'footer', 7],
  ['on-scale-1', 'scale-1', 4.5],
  ['on-scale-2', 'scale-2', 4.5],
  ['on-scale-3', 'scale-3', 4.5],
  ['on-scale-4', 'scale-4', 4.5],
] as const;

test.each(pairs)('%s on %s has a contrast of %d in light and in dark', (text, ground, least) => {
  for (const theme of themes)
    expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(least);
});
