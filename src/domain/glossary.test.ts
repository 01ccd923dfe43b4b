import { expect, test } from 'vitest';
import { glossary, glossaryEntry } from './glossary.ts';
import { inheritance } from './vocabularies.ts';

test('every term has one anchor, a dated source and a short text', () => {
  const codes = glossary.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { code, title, text, sources } of glossary) {
    expect(code).toMatch(/^[a-z][a-z-]+$/);
    expect([title, text.length < 300 && text.endsWith('.')]).toEqual([title, true]);
    expect(sources.length, title).toBeGreaterThan(0);
    for (const { url, date } of sources) {
      expect(URL.canParse(url), url).toBe(true);
      expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  }
});

test('common modes of inheritance are explained by their vocabulary codes', () => {
  const explained = Object.keys(inheritance).filter((mode) => glossaryEntry(mode));
  expect(explained).toEqual([
    'autosomal-dominant',
    'autosomal-recessive',
    'x-linked-dominant',
    'x-linked-recessive',
    'multifactorial',
    'oligogenic',
  ]);
});
