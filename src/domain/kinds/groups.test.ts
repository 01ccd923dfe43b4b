import { expect, test } from 'vitest';
import { describeKind } from './describe.ts';
import { kindsByName, publicKinds } from './index.ts';

test.each(publicKinds.map((kind) => [kind.name, kind] as const))(
  'the form of %s has each field in one group',
  (_, kind) => {
    const grouped = kind.groups.flatMap(({ fields }) => [...fields]);
    expect(grouped.toSorted()).toEqual(Object.keys(kind.fields.shape).toSorted());
  },
);

test('forms of guidelines and rules have Russian choices and links', () => {
  const fieldsOf = (name: 'guideline' | 'entitlement') =>
    new Map(describeKind(kindsByName[name]).fields.map((field) => [field.name, field]));
  const rule = fieldsOf('entitlement');
  expect(rule.get('programme')).toMatchObject({ type: 'choice', isRequired: true });
  expect(rule.get('programme')?.choices).toContainEqual({ value: 'krug-dobra', title: 'Фонд «Круг добра»' });
  expect(rule.get('list')?.choices).toContainEqual({
    value: 'newborn-screening',
    title: 'Неонатальный скрининг',
  });
  expect(rule.get('subjects')).toMatchObject({ type: 'choices', dictionary: 'subject' });
  expect(rule.get('act')?.fields?.map(({ name }) => name)).toEqual(['title', 'url']);
  expect(rule.get('diseases')).toMatchObject({ type: 'records', linkTo: 'disease' });
  const guideline = fieldsOf('guideline');
  expect(guideline.get('patients')?.choices?.map(({ title }) => title)).toEqual(['Дети', 'Взрослые']);
  expect(guideline.get('status')?.choices?.map(({ title }) => title)).toContain('Действует');
  expect(guideline.get('icd10')).toMatchObject({ codes: 'icd10' });
});
