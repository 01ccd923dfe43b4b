// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { answerOf, compare } from '#domain/signs/answer.ts';
import { unpackSigns } from '#domain/signs/pack.ts';
import { prepare } from '#domain/signs/profiles.ts';
import { createAid, type NamedSign, type SignWorker } from '#stores/signs.ts';
import { AidScreen } from './AidScreen.tsx';

afterEach(cleanup);

const packed = readFileSync(path.join(import.meta.dirname, '../../starter/signs.json.br'));
const index = prepare(unpackSigns(String(brotliDecompressSync(packed))));

const spleen: NamedSign = {
  hpo: 'HP:0001744',
  label: 'Спленомегалия',
  english: 'Splenomegaly',
  isUnchecked: false,
};
const note = 'Мальчик 4 лет, селезёнка увеличена';

/** The screen before its data have come; as in the worker, a text tells nothing until the names are there. */
function open() {
  const data = Promise.withResolvers<Readonly<Record<string, string>>>();
  let hasNames = false;
  const source: SignWorker = {
    ready: data.promise,
    find: async () => [],
    read: async () => ({
      signs: hasNames ? [{ sign: spleen, presence: 'yes' }] : [],
      unread: ['пьёт из бутылки'],
      sex: hasNames ? 'male' : undefined,
      age: hasNames ? 4 : undefined,
    }),
    rank: async (patient, unknown, most) => ({ ...answerOf(patient, unknown, index, most), names: {} }),
    compare: async (codes, patient) => ({ ...compare(codes, patient, index), names: {} }),
    diseases: Promise.resolve(new Map()),
    titles: Promise.resolve(new Map()),
  };
  render(<AidScreen aid={createAid(source, { read: () => '', write: () => {} })} />);
  return {
    load() {
      hasNames = true;
      data.resolve({});
    },
    fail: () => data.reject(new Error('no network')),
  };
}

const paste = () =>
  fireEvent.paste(screen.getByRole('combobox', { name: 'Признак' }), {
    clipboardData: { getData: () => note },
  });

test('a text pasted before the signs have come is kept, and read when they are there', async () => {
  const { load } = open();
  paste();
  expect(await screen.findByText(/Вставленный текст прочитаем, когда они загрузятся/)).toBeTruthy();
  expect(screen.queryByText(/Из текста взято признаков/)).toBeNull();
  load();
  expect(await screen.findByText(/Из текста взято признаков: 1/)).toBeTruthy();
  expect(screen.getByText(/Не разобрано: «пьёт из бутылки»/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Спленомегалия/ })).toBeTruthy();
  expect(screen.queryByText(/Вставленный текст прочитаем/)).toBeNull();
  expect(screen.getByLabelText('Возраст, лет')).toHaveProperty('value', '4');
  expect(screen.getByLabelText('Пол')).toHaveProperty('value', 'male');
});

test('a text whose signs do not come ends in the offer to load them again', async () => {
  const { fail } = open();
  paste();
  fail();
  expect(await screen.findByRole('button', { name: 'Загрузить ещё раз' })).toBeTruthy();
});
