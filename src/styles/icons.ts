import { readFileSync } from 'node:fs';

const set = new URL('../../node_modules/@tabler/icons/icons/outline/', import.meta.url);

/** An icon as a data URL. */
function pictureOf(name: string): string {
  const paths = [...readFileSync(new URL(`${name}.svg`, set), 'utf8').matchAll(/<path d="([^"]+)"/g)];
  const path = paths.map(([, drawn]) => drawn).join('');
  return (
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' " +
    `stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'><path d='${path}'/></svg>`
  );
}

/** The masks of icons.css, from Tabler icons (MIT). */
export const iconRules = (icons: readonly string[]): string =>
  `@layer kit {\n${icons.map((name) => `.icon-${name} { --icon: url("${pictureOf(name)}"); }\n`).join('')}}\n`;
