import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readPhenopacket } from '../../src/domain/phenopackets/read.ts';
import { coarseMoment, phenopacketOf } from '../../src/domain/phenopackets/write.ts';
import { measured, unmeasured, type TargetRow } from './table/row.ts';

const command = 'npm run proof -- phenopackets ПАПКА_С_ДАННЫМИ';

/** A published patient of the collection. */
interface Line {
  id: string;
  dis: string[];
  name: string;
  yes: string[];
  no: string[];
  sex: string;
  created: string;
  onset?: { age?: { iso8601duration: string } };
}

/** Whether published patients survive import and export in all supported fields. */
export async function prove(_isLong: boolean, [folder]: readonly string[]): Promise<TargetRow[]> {
  const about = { target: 'phenopackets', command, goal: 'все туда и обратно без изменений' };
  if (folder === undefined)
    return [unmeasured({ ...about, figure: 'больные для проверки лежат вне хранилища: назовите папку' })];
  const lines = JSON.parse(
    gunzipSync(await readFile(join(folder, 'hpo/cases-dev.json.gz'))).toString(),
  ) as Line[];
  const changed: string[] = [];
  let coarsened = 0;
  for (const line of lines) {
    const given = packetOf(line);
    const read = readPhenopacket(given);
    if ('problems' in read) {
      changed.push(`${line.id}: ${read.problems[0]!.path} ${read.problems[0]!.message}`);
      continue;
    }
    const maker = { by: line.id, at: new Date(), hpo: '' };
    const { metaData: made, ...back } = phenopacketOf(read.patient, maker);
    const { metaData, ...sent } = given;
    const isDated = (made as { created: string }).created === coarseMoment(metaData.created);
    if (isDeepStrictEqual(back, sent) && isDated) continue;
    // Days of an age are dropped; nothing else may change.
    const roundTrip = readPhenopacket(phenopacketOf(read.patient, maker));
    const isSame = 'patient' in roundTrip && isDeepStrictEqual(roundTrip.patient, read.patient);
    const isFine = /M\d+D$/.test(line.onset?.age?.iso8601duration ?? '');
    if (isSame && isFine) coarsened++;
    else changed.push(line.id);
  }
  const same = lines.length - changed.length - coarsened;
  return [
    measured(
      {
        ...about,
        figure: `больных ${lines.length}: без изменений ${same}, возраст начала огрублён до месяца у ${coarsened}, иначе изменено ${changed.length}`,
      },
      changed.length === 0,
      changed,
    ),
  ];
}

/** Phenopacket of a patient with the supported fields. */
const packetOf = ({ id, dis, name, yes, no, sex, created, onset }: Line) => ({
  id,
  subject: { id, sex },
  phenotypicFeatures: [
    ...yes.map((hpo) => ({ type: { id: hpo, label: '' } })),
    ...no.map((hpo) => ({ type: { id: hpo, label: '' }, excluded: true })),
  ],
  diseases: dis.map((disease) => ({
    term: { id: disease, label: name },
    ...(onset ? { onset } : {}),
  })),
  metaData: { created },
});
