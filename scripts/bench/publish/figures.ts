/** Milliseconds as seconds. */
export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** The value below which this part of the values lies. */
export const quantile = (values: readonly number[], part: number): string =>
  (sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0).toFixed(0);

export const median = (values: readonly number[]): number =>
  sorted(values)[Math.floor(values.length / 2)] ?? 0;
