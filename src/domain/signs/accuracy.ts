/**
 * Per cent of published patients whose diagnosis is first and among the first ten, on patients not used for
 * tuning: `npm run proof -- signs FOLDER` on the day.
 */
export const accuracy = {
  day: '2026-11-23',
  /** Patients whose disease is in the index. */
  known: { patients: 989, first: 39.7, ten: 71.5 },
  /** Of these, patients whose papers were not annotated. */
  fresh: { patients: 760, first: 28, ten: 64.7 },
  /** All patients; a missing disease counts as a miss. */
  all: { patients: 1939, first: 20.3, ten: 36.5 },
} as const;
