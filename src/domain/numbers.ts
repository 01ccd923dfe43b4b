const format = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 });
const significant = new Intl.NumberFormat('ru', { maximumSignificantDigits: 3 });

/** 9960 → «9 960» with a no-break space. */
export function formatNumber(value: number): string {
  return value < 1000 && Number.isInteger(value) ? String(value) : format.format(value);
}

/** Measured figures of any size: 0.0051 → «0,0051», 1234.5 → «1 230». */
export function formatFigure(value: number): string {
  return significant.format(value);
}
