import { expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/sample/database.ts';
import { etl } from '../../tests/sample/etl.ts';
import { edit, getByExternal, importText, lines, packet } from '../../tests/sample/import.ts';

const packetOf = (onset: string, inheritance: string) =>
  lines(
    packet(999_001, {
      AverageAgeOfOnsets: { AverageAgeOfOnset: [{ value: onset }] },
      TypeOfInheritances: { TypeOfInheritance: [{ value: inheritance }] },
    }),
  );

test('an edition fills gaps of the starter, a later one renews them; words of editors stay', async () => {
  const database = await openTestDatabase();
  const data = { title: 'Болезнь', title_status: 'established', orpha: 999_001, onset: ['adult'] };
  await importText(database, 'records', lines({ kind: 'disease', data, sources: [] }));
  await edit(database, 'disease', 'ORPHA:999001', { synonyms_en: ['Own'] });
  await etl(database, 'orphapackets', packetOf('Infancy', 'Autosomal recessive'));
  const summary = await etl(database, 'orphapackets', packetOf('Infancy', 'Y-linked'));
  expect(summary.records).toEqual({ new: 0, changed: 1, same: 0 });
  expect(await getByExternal(database, 'disease', 'ORPHA:999001')).toMatchObject({
    title: 'Болезнь',
    onset: ['adult'],
    inheritance: ['y-linked'],
    synonyms_en: ['Own'],
    sources: [{ title: 'Orphadata: ORPHApackets', date: '2025-12-09' }],
  });
  expect([...summary.notes.keys()]).toEqual([
    'оставлено, потому что так написал редактор',
    'оставлено, потому что так в стартовом каталоге',
  ]);
});

test('links to unknown records are left out', async () => {
  const database = await openTestDatabase();
  const Parents = [{ Parent: [{ ORPHAcode: '999002' }, { ORPHAcode: '999404' }] }];
  const text = lines(packet(999_001, { Parents }), packet(999_002));
  const summary = await etl(database, 'orphapackets', text);
  expect(summary.notes.get('ссылка пропущена: такой записи нет')?.examples).toEqual([
    'ORPHA:999001 → ORPHA:999404',
  ]);
  const parent = await getByExternal(database, 'disease', 'ORPHA:999002');
  expect((await getByExternal(database, 'disease', 'ORPHA:999001')).parents).toEqual([parent.id]);
  const repeated = await etl(database, 'orphapackets', text);
  expect(repeated.records).toEqual({ new: 0, changed: 0, same: 2 });
});
