import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { unpackSigns } from '#domain/signs/pack.ts';
import { prepare, type SignIndex } from '#domain/signs/profiles.ts';
import { askNext, informativenessOf } from '#domain/signs/questions.ts';
import { explain, rank, type RankedPatient } from '#domain/signs/rank.ts';

const starterFolder = join(import.meta.dirname, '../../starter');
let signIndex: Promise<SignIndex> | undefined;

/** The shipped index, loaded on first use. */
export function readSigns(): Promise<SignIndex> {
  return (signIndex ??= loadSignIndex());
}

async function loadSignIndex(): Promise<SignIndex> {
  const text = await promisify(brotliDecompress)(await readFile(join(starterFolder, 'signs.json.br')));
  return prepare(unpackSigns(text.toString()));
}

/** The most likely diseases; the first ones with contributions, which are empty without an explanation. */
export async function rankSigns(
  patient: RankedPatient,
  { limit, explained }: { limit: number; explained: number },
) {
  const index = await readSigns();
  const ranked = rank(patient, index, limit);
  const contributions = explain(patient, ranked.slice(0, explained), index);
  return ranked.map(({ candidate: { orpha, omim }, score }, place) => ({
    orpha: orpha ?? null,
    omim: omim ?? null,
    score,
    contributions: [...(contributions[place] ?? [])],
  }));
}

export async function askSigns(patient: RankedPatient) {
  const index = await readSigns();
  return { ...informativenessOf(patient.present, index), questions: askNext(patient, index) };
}
