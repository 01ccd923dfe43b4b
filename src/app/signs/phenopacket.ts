import { ageOf, phenopacketOf } from '#domain/phenopacket.ts';
import type { Aid } from '#stores/signs.ts';

/** Saves the input as a file, without name, date or place. */
export function saveFile(aid: Aid): void {
  const { signs, sex, age } = aid.$choice.get();
  const names = aid.$names.get();
  const packet = phenopacketOf(
    {
      id: 'proband',
      sex,
      age: age === undefined ? undefined : ageOf(Math.round(age * 12)),
      signs: signs
        .filter(({ presence }) => presence !== 'unknown')
        .map(({ hpo, presence }) => ({
          hpo,
          title: names[hpo]?.english ?? '',
          isAbsent: presence === 'no',
        })),
      diseases: [],
    },
    { by: location.origin, at: new Date(), hpo: aid.$editions.get()['hpo'] ?? '' },
  );
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(packet, undefined, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = 'phenopacket.json';
  link.click();
  URL.revokeObjectURL(address);
}
