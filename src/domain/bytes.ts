const units = ['байт', 'кб.', 'мб.', 'гб.', 'тб.'] as const;
const tenths = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

/** 219 000 → «213,9 кб.»: steps of 1024, one decimal, none for bytes (ruling G37). */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${tenths.format(unit === 0 ? Math.round(size) : size)} ${units[unit]}`;
}
