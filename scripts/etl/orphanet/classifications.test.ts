import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { openTestDatabase } from '../../../tests/sample/database.ts';
import { etl, etlShared } from '../../../tests/sample/etl.ts';
import {
  getByExternal,
  hasSharedData,
  ifShared,
  jdbor,
  lines,
  packet,
} from '../../../tests/sample/import.ts';

const name = (text: string) => `<Name lang="en">${text}</Name>`;
const disorder = (orpha: number, body: string) =>
  `<Disorder id="1"><OrphaCode>${orpha}</OrphaCode>${body}</Disorder>`;

/** A catalogue with two diseases of the packets. */
async function catalogue(): Promise<Database> {
  const database = await openTestDatabase();
  const category = { DisorderType: { value: 'Category' } };
  await etl(
    database,
    'orphapackets',
    lines(packet(999_001), packet(999_002), packet(68_367, category), packet(97_929, category)),
  );
  return database;
}

const get = (database: Database, orpha = 999_001) => getByExternal(database, 'disease', `ORPHA:${orpha}`);

describe('classifications', () => {
  const older = `<DisorderList count="1"><Disorder id="1"><OrphaNumber>68367</OrphaNumber>${name('Head')}
    <ClassificationNodeList count="1"><ClassificationNode><ClassificationNodeChildList count="1">
      <ClassificationNode><Disorder id="2"><OrphaNumber>999002</OrphaNumber>${name('Group')}</Disorder>
        <ClassificationNodeChildList count="1"><ClassificationNode><Disorder id="3"><OrphaNumber>999001</OrphaNumber>${name('Sample')}</Disorder>
          <ClassificationNodeChildList count="0"></ClassificationNodeChildList></ClassificationNode></ClassificationNodeChildList>
      </ClassificationNode></ClassificationNodeChildList></ClassificationNode></ClassificationNodeList></Disorder></DisorderList>`;
  const newer = `<ClassificationList count="1"><Classification id="150"><OrphaNumber>156449</OrphaNumber>${name('Classification')}
    <ClassificationNodeRootList count="1"><ClassificationNode>${disorder(68_367, name('Head'))}<ClassificationNodeChildList count="1">
      <ClassificationNode>${disorder(999_002, name('Group'))}<ClassificationNodeChildList count="1">
        <ClassificationNode>${disorder(999_001, name('Sample'))}<ClassificationNodeChildList count="0"/></ClassificationNode>
      </ClassificationNodeChildList></ClassificationNode>
    </ClassificationNodeChildList></ClassificationNode></ClassificationNodeRootList></Classification></ClassificationList>`;

  test.each([
    ['older (OrphaNumber, DisorderList, ClassificationNodeList)', older],
    ['newer (OrphaCode, ClassificationList, ClassificationNodeRootList)', newer],
  ])('a classification in the %s dialect gives parents and areas', async (_dialect, xml) => {
    const database = await catalogue();
    await etl(database, 'orphadata', jdbor(xml));
    const [head, group, sample] = [
      await get(database, 68_367),
      await get(database, 999_002),
      await get(database),
    ];
    expect([group.parents, sample.parents]).toEqual([[head.id], [group.id]]);
    expect([group.areas, sample.areas]).toEqual([['metabolic'], ['metabolic']]);
    const repeated = await etl(database, 'orphadata', jdbor(xml));
    expect(repeated.records).toMatchObject({ new: 0, changed: 0 });
  });

  test('an empty classification changes nothing', async () => {
    const database = await catalogue();
    const xml = `<DisorderList count="1"><Disorder id="1"><OrphaNumber>98033</OrphaNumber>${name('Empty')}<ClassificationNodeList count="0"></ClassificationNodeList></Disorder></DisorderList>`;
    const summary = await etl(database, 'orphadata', jdbor(xml));
    expect([summary.records, summary.rejectedCount]).toEqual([{ new: 0, changed: 0, same: 0 }, 0]);
  });

  test('unknown entities are rejected by line', async () => {
    const database = await openTestDatabase();
    const summary = await etl(database, 'orphadata', jdbor(newer));
    expect(summary.rejections[0]).toEqual({
      line: 4,
      reason: 'ORPHA:68367 в каталоге нет: сначала загрузите саму запись',
    });
  });

  test('ISO-8859-1 is read by its declaration', async () => {
    const database = await catalogue();
    const xml = jdbor(older.replace(name('Head'), name('Léri-Weill')), { encoding: 'ISO-8859-1' });
    await etl(database, 'orphadata', Buffer.from(xml, 'latin1'));
    expect((await get(database)).areas).toEqual(['metabolic']);
  });
});

test('a document that is not Orphadata is rejected', async () => {
  const database = await openTestDatabase();
  await expect(etl(database, 'orphadata', '<?xml version="1.0"?><feed/>')).rejects.toThrow(
    'корень документа feed, а не JDBOR',
  );
  await expect(etl(database, 'orphadata', jdbor('<Something/>'))).rejects.toThrow(
    'нет классификации Orphanet',
  );
});

describe.skipIf(!hasSharedData)(`real files${ifShared}`, () => {
  test('the real classification of 2020 in ISO-8859-1 is traversed to its leaves', async () => {
    const database = await openTestDatabase();
    await etl(database, 'orphapackets', lines(packet(97_929), packet(167_848), packet(247)));
    await etlShared(database, 'orphadata', 'orphanet/classifications/en_product3_146.xml.gz');
    const leaf = await get(database, 247);
    expect(leaf.parents).toContain((await get(database, 167_848)).id);
    expect(leaf.areas).toContain('cardiology');
  });
});
