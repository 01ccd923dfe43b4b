import { writeRecords } from '#server/catalogue/store.ts';
import type { Draft } from '#server/catalogue/draft.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { openDatabase } from '#server/database/database.ts';

const areas = ['metabolic', 'neurology', 'hematology', 'oncology', 'cardiology'];

/** A catalogue of average diseases: about 4 kB each, with signs, genes and sources. */
export async function fill(folder: string, count: number): Promise<number[]> {
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
  const written = await database.transaction(async (tx) => {
    await putTerms(
      tx,
      'therapeuticarea',
      areas.map((code, position) => ({ code, title: code, position })),
    );
    return await writeRecords(tx, range(count).map(sampleDisease));
  });
  await database.close();
  return written.flatMap((answer) => (answer.outcome === 'rejected' ? [] : [answer.id]));
}

function sampleDisease(number: number): Draft {
  return {
    kind: 'disease',
    fields: {
      title: `${'АБВГДЕЖЗИК'.charAt(number % 10)}олезнь ${number}`,
      title_status: number % 3 ? 'translated' : 'established',
      title_en: `Disease ${number}`,
      orpha: number,
      areas: [areas[number % areas.length], areas[(number * 7) % areas.length]].filter(
        (area, i, all) => all.indexOf(area) === i,
      ),
      inheritance: number % 2 ? ['autosomal-recessive'] : ['autosomal-dominant', 'unknown'],
      onset: ['infancy', 'childhood'].slice(number % 2),
      genes: range(3).map((gene) => ({
        symbol: `G${number}-${gene}`,
        name: 'A gene with a name of its own',
        role: 'causal',
      })),
      signs: range(25).map((sign) => ({
        hpo: `HP:${String(sign).padStart(7, '0')}`,
        label: `Признак под номером ${sign}`,
        label_en: `Sign number ${sign}`,
        frequency: 'frequent',
      })),
      definition_en: 'A sentence that defines the disease as far as a measurement needs it. '.repeat(8),
    },
    sources: [{ title: 'Measurement', date: '2026-11-21', fields: ['signs', 'genes'] }],
    state: 'published',
    origins: 'records',
    author: 'chaos',
  };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
