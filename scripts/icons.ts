/**
 * Writes the icons of src/domain/icons.ts as masks into src/styles/icons.css. Run by hand when the list
 * changes: `node scripts/icons.ts`. The result is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { icons, type IconName } from '#domain/icons.ts';

const set = new URL('../node_modules/@tabler/icons/icons/outline/', import.meta.url);
const target = new URL('../src/styles/icons.css', import.meta.url);

/** An icon as a data URL. */
function pictureOf(name: IconName): string {
  const paths = [...readFileSync(new URL(`${name}.svg`, set), 'utf8').matchAll(/<path d="([^"]+)"/g)];
  const path = paths.map(([, drawn]) => drawn).join('');
  return (
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23000' " +
    `stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'><path d='${path}'/></svg>`
  );
}

const sheetOf = (names: readonly IconName[]): string =>
  '/* Written by scripts/icons.ts from Tabler icons (MIT). */\n@layer kit {\n' +
  names.map((name) => `  .icon-${name} {\n    --icon: url("${pictureOf(name)}");\n  }\n`).join('\n') +
  '}\n';

writeFileSync(target, sheetOf(icons));
