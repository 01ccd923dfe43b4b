import { measure } from '../../tests/sample/deidentification/measure.ts';
import { measured, type TargetRow } from './table/row.ts';

/** Targets (issue of clinical cases): a miss reveals a patient, a false positive is a nuisance. */
export const leastRecall = 0.98;
export const leastPrecision = 0.9;

/** Precision and recall of the detector of personal data on the repository's sentences. */
export async function prove(): Promise<TargetRow[]> {
  return (['development', 'held-out'] as const).map((half) => {
    const figures = measure(half);
    const isGood = figures.recall >= leastRecall && figures.precision >= leastPrecision;
    for (const line of figures.missed) console.log(`    пропущено: ${line}`);
    for (const line of figures.wrong) console.log(`    лишнее: ${line}`);
    return measured(
      {
        target: 'случаи',
        figure: `обезличивание, ${half}: предложений ${figures.sentences}, с личными данными ${figures.withData}; полнота ${figures.recall.toFixed(3)} (${figures.found} из ${figures.marks}), точность ${figures.precision.toFixed(3)} (${figures.right} из ${figures.findings})`,
        goal: `полнота от ${leastRecall}, точность от ${leastPrecision}`,
        command: 'npm run proof -- detector',
      },
      isGood,
    );
  });
}
