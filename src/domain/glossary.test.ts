import { expect, test } from 'vitest';
import { glossary, glossaryEntry } from './glossary.ts';
import { inheritance } from './vocabularies.ts';

test('every word has one anchor, a source with its day, and no more text than a glance', () => {
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

test('the usual ways of inheritance are explained by the codes of their vocabulary', () => {
  const told = Object.keys(inheritance).filter((mode) => glossaryEntry(mode));
  expect(told).toEqual([
    'autosomal-dominant',
    'autosomal-recessive',
    'x-linked-dominant',
    'x-linked-recessive',
    'multifactorial',
    'oligogenic',
  ]);
});
