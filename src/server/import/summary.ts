import type { StoredRecord } from '../catalogue/store.ts';
import { identityOf, type ImportRejection, type RecordDraft } from './draft.ts';
import type { Difference } from './reconcile.ts';

type Outcome = 'new' | 'changed' | 'same';

interface RecordDifference {
  record: string;
  differences: Difference[];
}

const keptRejections = 1000;
const keptDifferences = 200;
const keptExamples = 5;

export class Summary {
  readonly format: string;
  readonly isDry: boolean;
  readonly terms = { new: 0, changed: 0, same: 0 };
  readonly rejections: Omit<ImportRejection, 'type'>[] = [];
  rejectedCount = 0;
  readonly notes = new Map<string, { count: number; examples: string[] }>();
  readonly differences: RecordDifference[] = [];
  differenceCount = 0;
  readonly #outcomes = new Map<string, Outcome>();

  constructor(format: string, isDry: boolean) {
    this.format = format;
    this.isDry = isDry;
  }

  /** Records by outcome, each once. */
  get records(): Record<Outcome, number> {
    const counts = { new: 0, changed: 0, same: 0 };
    for (const outcome of this.#outcomes.values()) counts[outcome]++;
    return counts;
  }

  /** Whether nothing in the file was usable. */
  get isFruitless(): boolean {
    const { terms } = this;
    return (
      this.rejectedCount > 0 && this.#outcomes.size === 0 && terms.new + terms.changed + terms.same === 0
    );
  }

  count(draft: RecordDraft, outcome: Outcome): void {
    const key = `${draft.kind} ${identityOf(draft)}`;
    const before = this.#outcomes.get(key);
    if (before === undefined || before === 'same') this.#outcomes.set(key, outcome);
  }

  countTerms(counts: Record<Outcome, number>): void {
    for (const outcome of ['new', 'changed', 'same'] as const) this.terms[outcome] += counts[outcome];
  }

  reject(line: number, reason: string): void {
    this.rejectedCount++;
    if (this.rejections.length < keptRejections) this.rejections.push({ line, reason });
  }

  note(text: string, example: string | undefined): void {
    const known = this.notes.get(text) ?? { count: 0, examples: [] };
    known.count++;
    if (example !== undefined && known.examples.length < keptExamples) known.examples.push(example);
    this.notes.set(text, known);
  }

  differ(draft: RecordDraft, found: StoredRecord | undefined, differences: Difference[]): void {
    if (!found) return;
    this.differenceCount++;
    if (this.differences.length < keptDifferences)
      this.differences.push({
        record: `${draft.external ?? draft.kind} «${found.record.title}»`,
        differences,
      });
  }
}
