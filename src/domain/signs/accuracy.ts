/**
 * How often the right diagnosis of a published patient stands first and among the first ten, per cent, on those patients
 * by whom the weights were not chosen: `npm run proof -- signs FOLDER` on the day.
 */
export const accuracy = {
  day: '2026-11-23',
  /** Patients whose disease is in the index. */
  known: { patients: 989, first: 39.7, ten: 71.5 },
  /** Those of them whose papers the annotations were not made of. */
  fresh: { patients: 760, first: 28, ten: 64.7 },
  /** All of them: whose disease is not in it counts as missed. */
  all: { patients: 1939, first: 20.3, ten: 36.5 },
} as const;
