/**
 * Per cent of published patients whose diagnosis is first and among the first ten, on patients not used for
 * tuning. Measured on the day by a program that left the repository with its patients (commit 0ce48db6 has it).
 */
export const accuracy = {
  day: '2026-11-27',
  /** Patients whose disease is in the index. */
  known: { patients: 989, first: 40.8, ten: 72.7 },
  /** Of these, patients whose papers were not annotated. */
  fresh: { patients: 760, first: 30.4, ten: 66.1 },
  /** All patients; a missing disease counts as a miss. */
  all: { patients: 1939, first: 20.8, ten: 37.1 },
} as const;
