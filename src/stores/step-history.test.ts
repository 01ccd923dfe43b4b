import { expect, test } from 'vitest';
import { fc } from '../../tests/chance.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { fittingSteps, noSteps, withStep, type Steps } from './step-history.ts';

type Values = Record<string, unknown>;

function form(values: Values) {
  let steps: Steps = noSteps;
  const set = (field: string, after: unknown) => {
    steps = withStep(steps, { field, before: values[field], after });
    values = { ...values, [field]: after };
  };
  const undo = () => {
    const step = steps.done.at(-1);
    if (!step) return undefined;
    steps = { done: steps.done.slice(0, -1), undone: [...steps.undone, step] };
    values = { ...values, [step.field]: step.before };
    return step;
  };
  return { set, undo, values: () => values, steps: () => steps };
}

const type = (set: (field: string, value: unknown) => void, field: string, text: string, from = '') => {
  for (let end = 1; end <= text.length; end += 1) set(field, from + text.slice(0, end));
};

test('letters of a word are one step, also deep in a list; another word or field is a new one', () => {
  const { set, undo, values } = form({ signs: [{ name: 'Боль', note: '' }] });
  type(set, 'title', 'Болезнь Гоше');
  for (const note of ['ч', 'ча', 'час', 'част', 'часто']) set('signs', [{ name: 'Боль', note }]);
  undo();
  expect(values()).toEqual({ title: 'Болезнь Гоше', signs: [{ name: 'Боль', note: '' }] });
  undo();
  expect(values()['title']).toBe('Болезнь ');
  undo();
  expect(values()['title']).toBeUndefined();
  expect(undo()).toBeUndefined();
});

test('undoing every step restores the start, whatever was typed', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.array(fc.record({ name: fc.string({ maxLength: 2 }) }), { maxLength: 3 }),
    fc.constant(undefined),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), value), { maxLength: 30 }), (changes) => {
      const { set, undo, values } = form({ a: 'начало' });
      for (const [field, after] of changes) set(field, after);
      const last = { ...values() };
      const way: { field: string; after: unknown }[] = [];
      for (let step = undo(); step; step = undo()) way.push(step);
      const repeated = { ...values() };
      for (const { field, after } of way.toReversed()) repeated[field] = after;
      expect(isAlike(values(), { a: 'начало' }) && isAlike(repeated, last)).toBe(true);
    }),
  );
});

test("others' changes are not undone; markup stripped by the server is no change", () => {
  const { set, steps, values } = form({});
  set('title', 'Моё');
  set('about', 'Слова <b>здесь');
  set('prognosis', 'Прогноз');
  const kept = fittingSteps(steps(), { ...values(), title: 'Чужое', about: 'Слова здесь' });
  expect(kept.done.map(({ field }) => field)).toEqual(['about', 'prognosis']);
});

test('a text that undoes its own input leaves no step', () => {
  let steps = withStep(noSteps, { field: 'about', before: '', after: 'Слова' });
  steps = withStep(steps, { field: 'title', before: '', after: 'Имя' });
  steps = withStep(steps, { field: 'about', before: 'Слова', after: '' }, 'taken back');
  expect(steps.done.map(({ field }) => field)).toEqual(['title']);
});
