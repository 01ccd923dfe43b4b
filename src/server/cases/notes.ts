import type { ReadNote } from '#contract/cases.ts';
import { inThread } from '../thread/thread.ts';
import { bandOf } from './phenopackets.ts';
import { titlesOfSigns } from './signs.ts';

/** Signs in a free-text note, for the form; questionable ones as unknown. Not stored. */
export async function readNoteOf(owner: string, text: string): Promise<ReadNote> {
  const { signs, sex, ageMonths } = await inThread(owner, 'readNote', text);
  const titles = await titlesOfSigns();
  return {
    signs: signs.map(({ id, state, from, to }) => ({
      hpo: id,
      title: titles.get(id) ?? id,
      presence: ({ present: 'yes', absent: 'no', uncertain: 'unknown' } as const)[state],
      words: text.slice(from, to),
    })),
    sex: sex ?? '',
    age_band: ageMonths === undefined ? '' : bandOf(ageMonths / 12),
  };
}
