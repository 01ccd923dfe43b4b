import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RankedPatient } from '../../../src/domain/signs/rank.ts';
import { readEntities } from '../../starter/signs.ts';
import { readHomes } from '../../starter/omim.ts';

/** A published patient with the paper's diagnosis. */
export interface Case extends RankedPatient {
  present: readonly string[];
  absent: readonly string[];
  cohort: string;
  paper: string;
  /** OMIM number of the diagnosis. */
  omim: string;
  /** Right answers: `ORPHA:…`, or `OMIM:…` without an Orphanet entity. */
  right: readonly string[];
  /** Whether the entity equals the diagnosis and is not broader. */
  isEqual: boolean;
}

interface Line {
  cohort: string;
  id: string;
  dis: [string];
  yes: string[];
  no: string[];
  sex: string;
  onset?: { age?: { iso8601duration?: string }; ontologyClass?: { label?: string } };
}

/** Patients a disease are limited: 405 with NF1 would dominate. */
const maxPerDisease = 20;
/** Cohorts with a lower first byte of SHA-256 were used for tuning; a cohort is never split. */
const border = 102;

/** Patients of one part, at most 20 a disease, deterministically. */
export async function readPatients(folder: string, part: 'chosen by' | 'reported'): Promise<Case[]> {
  const { entities } = await readEntities();
  const homes = await readHomes(entities, join(folder, 'mappings'));
  const lines = JSON.parse(
    gunzipSync(await readFile(join(folder, 'hpo/cases-dev.json.gz'))).toString(),
  ) as Line[];
  const seen = new Map<string, number>();
  return lines
    .filter(({ cohort }) => hash(cohort)[0]! < border === (part === 'chosen by'))
    .toSorted((one, other) => hash(one.id).readUInt32BE(0) - hash(other.id).readUInt32BE(0))
    .filter(({ dis: [diagnosis] }) => {
      const count = (seen.get(diagnosis) ?? 0) + 1;
      seen.set(diagnosis, count);
      return count <= maxPerDisease;
    })
    .map(({ cohort, id, dis: [diagnosis], yes, no, sex, onset }) => {
      const omim = diagnosis.slice('OMIM:'.length);
      const codes = homes.homesOf(omim);
      const age = yearsOf(onset);
      return {
        cohort,
        omim,
        paper: `PMID:${/PMID_(\d+)/.exec(id)?.[1] ?? id}`,
        present: yes,
        absent: no,
        ...(sex === 'FEMALE' || sex === 'MALE' ? { sex: sex === 'MALE' ? 'male' : 'female' } : {}),
        ...(age === undefined ? {} : { age }),
        right: codes.length > 0 ? codes.map((code) => `ORPHA:${code}`) : [diagnosis],
        isEqual: homes.isEqual(omim),
      } satisfies Case;
    });
}

const hash = (text: string) => createHash('sha256').update(text).digest();

const classes: Readonly<Record<string, number>> = {
  'Congenital onset': 0,
  'Fetal onset': 0,
  'Antenatal onset': 0,
  'Neonatal onset': 0,
  'Infantile onset': 0.5,
  'Childhood onset': 4,
  'Juvenile onset': 12,
  'Early young adult onset': 20,
  'Young adult onset': 25,
  'Adult onset': 30,
  'Middle age onset': 50,
};

/** These patients have only an age at onset. */
function yearsOf(onset: Line['onset']): number | undefined {
  const named = classes[onset?.ontologyClass?.label ?? ''];
  if (named !== undefined) return named;
  const [whole, years = 0, months = 0] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?/.exec(onset?.age?.iso8601duration ?? '') ?? [];
  return whole === undefined ? undefined : Number(years) + Number(months) / 12;
}
