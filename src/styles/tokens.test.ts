import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { phoneBelow } from '../domain/viewport.ts';

const sheet = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = sheet('tokens.css');

/** Custom properties of the block that begins with the selector. */
function block(selector: string): Record<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  const body = tokens.slice(start, tokens.indexOf('}', start));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}
const light = block(':root');
const darkBySystem = block(":root:not([data-theme='light'])");
const darkBySwitch = block(":root[data-theme='dark']");

test('dark is the same by the system and by the switch, and changes only what light has', () => {
  expect(darkBySwitch).toEqual(darkBySystem);
  for (const name of Object.keys(darkBySwitch)) expect(light).toHaveProperty(name);
});

/** WCAG 2 contrast of two colours written as #rrggbb. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
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
  for (const theme of [light, { ...light, ...darkBySwitch }])
    expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(least);
});

test('B254 the phone begins below 808 px in the style sheets and in the constant', () => {
  expect(phoneBelow).toBe(808);
  expect(phoneBelow / 16).toBe(50.5);
  expect(sheet('../components/Header.astro')).toContain('@media (width < 50.5rem)');
});
