import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answerOf, compare } from '#domain/signs/answer.ts';
import { unpackSigns } from '#domain/signs/pack.ts';
import { prepare } from '#domain/signs/profiles.ts';
import { createAid, type NamedSign, type SignWorker } from './signs.ts';

const index = prepare(
  unpackSigns(
    String(brotliDecompressSync(readFileSync(new URL('../starter/signs.json.br', import.meta.url)))),
  ),
);
const { editions } = index.source;
/** All that is ready to go on has gone on. */
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));
const named = (hpo: string): NamedSign => ({ hpo, label: hpo, english: hpo, isUnchecked: false });
const spleen = named('HP:0001744');
const liver = named('HP:0002240');

/** The index that ships, asked in this thread; answers wait until they are let go, where a test wants it. */
function start({
  fragment = '',
  ready = Promise.resolve(editions),
  answers = async () => {},
}: {
  fragment?: string;
  ready?: SignWorker['ready'];
  answers?: () => Promise<void>;
} = {}) {
  const steps = [fragment];
  const source: SignWorker = {
    ready,
    find: async () => [],
    read: async () => ({
      signs: [
        { sign: spleen, presence: 'yes' },
        { sign: liver, presence: 'no' },
      ],
      unread: [],
      sex: 'male',
      age: 4,
    }),
    async rank(patient, unknown, most) {
      const ranking = answerOf(patient, unknown, index, most);
      await answers();
      return { ...ranking, names: {} };
    },
    compare: async (codes, patient) => ({ ...compare(codes, patient, index), names: {} }),
    diseases: Promise.resolve(new Map()),
    titles: Promise.reject(new Error('no network')),
  };
  const aid = createAid(source, {
    read: () => steps.at(-1)!,
    write(text, isStep) {
      if (!isStep) steps.pop();
      steps.push(text);
    },
  });
  return { aid, steps };
}

const ranked = ({ $ranking }: ReturnType<typeof createAid>) =>
  $ranking.get()?.lines[0]?.named.map(({ hpo }) => hpo);

describe('the address', () => {
  test('keeps the signs in the address, a history step for each sign and none for an age typed letter by letter', async () => {
    const { aid, steps } = start();
    aid.tell(spleen, 'yes');
    aid.tell(liver, 'no');
    aid.setSoft({ age: 1 });
    aid.setSoft({ age: 14 });
    expect(steps).toEqual(['', '#signs=HP:0001744', '#signs=HP:0001744&no=HP:0002240&age=14']);
    aid.clear();
    expect(steps.at(-1)).toBe('');
  });

  test('is ranked when the page opens, and followed when it changes by itself', async () => {
    const { aid, steps } = start({ fragment: '#signs=HP:0001744' });
    await expect.poll(() => ranked(aid)).toEqual(['HP:0001744']);
    expect(aid.$editions.get()).toEqual(editions);
    steps.push('#signs=HP:0002240&compare=ORPHA:355,ORPHA:324');
    aid.follow();
    await expect.poll(() => ranked(aid)).toEqual(['HP:0002240']);
    expect(aid.$comparison.get()?.diseases.map(({ code }) => code)).toEqual(['ORPHA:355', 'ORPHA:324']);
  });

  test('takes the signs of a text, and its sex and age where they are not set', async () => {
    const { aid, steps } = start({ fragment: '#age=5' });
    await aid.read('Мальчик 4 лет, селезёнка увеличена, печень нет');
    expect(steps.at(-1)).toBe('#signs=HP:0001744&no=HP:0002240&sex=male&age=5');
    expect(aid.$read.get()).toEqual({ count: 2, unread: [] });
  });
});

test('the newest answer wins, in whatever order answers come', async () => {
  const waiting: (() => void)[] = [];
  const { aid } = start({ answers: () => new Promise((resolve) => waiting.push(resolve)) });
  await expect.poll(() => aid.$state.get()).toBe('ready');
  aid.tell(spleen, 'yes');
  aid.tell(liver, 'yes');
  await expect.poll(() => waiting).toHaveLength(3);
  const [opened, older, newer] = waiting;
  newer!();
  await expect.poll(() => ranked(aid)?.toSorted()).toEqual(['HP:0001744', 'HP:0002240']);
  const newest = aid.$ranking.get();
  older!();
  opened!();
  await turnOfTheLoop();
  expect(aid.$ranking.get()).toBe(newest);
});

test('an index that does not come is said to have failed, and nothing is ranked', async () => {
  const { aid } = start({ ready: Promise.reject(new Error('no network')) });
  await expect.poll(() => aid.$state.get()).toBe('failed');
  aid.tell(spleen, 'yes');
  await turnOfTheLoop();
  expect(aid.$ranking.get()).toBeUndefined();
});
