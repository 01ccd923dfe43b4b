import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { caseContent } from '#contract/forms/cases.ts';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';
import { addDemonstration, fitDemonstration, readExamples } from './demonstration.ts';
import { findingsOf } from './findings.ts';
import { findSigns } from './signs.ts';

test('the invented cases are complete and anonymous and use HPO signs', async () => {
  const examples = await readExamples();
  expect(examples).toHaveLength(12);
  for (const { content } of examples) {
    const whole = z.parse(caseContent, content);
    expect([whole.title, (await findingsOf('test', whole)).map(({ words }) => words)]).toEqual([
      whole.title,
      [],
    ]);
    expect(whole.complaint && whole.age_band && whole.sex && whole.basis).toBeTruthy();
    for (const { hpo, title } of whole.signs)
      expect([hpo, (await findSigns(hpo)).map((sign) => sign.title)]).toEqual([hpo, [title]]);
  }
});

test('a demonstration shows its cases, marked; a normal start hides them; neither counts them', async () => {
  const portal = await startTestPortal();
  const before = (await portal.get('/api/page/home')).data.cases;
  const accounts = await addDemonstration(portal);
  expect(accounts).toHaveLength(4);
  expect(await addDemonstration(portal)).toEqual([]);
  const doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'reader@example.ru' }));
  const look = async () => ({
    listed: (await doctor.get('/api/cases?page_size=100')).data.items.filter(
      ({ demo }: { demo: boolean }) => demo,
    ).length,
    found: (await doctor.get(`/api/fast-search?query=${encodeURIComponent('большая селезёнка')}`)).data
      .length,
    counted: (await portal.get('/api/page/home')).data.cases,
    known: (await portal.get('/api/cases/teaser')).data.total,
  });
  expect(await look()).toEqual({ listed: 12, found: 1, counted: before, known: before });
  await fitDemonstration(portal.database, false);
  expect(await look()).toEqual({ listed: 0, found: 0, counted: before, known: before });
  await fitDemonstration(portal.database, true);
  expect(await look()).toEqual({ listed: 12, found: 1, counted: before, known: before });
  await portal.close();
});
