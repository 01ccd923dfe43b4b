// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CaseCard } from '#contract/cases.ts';
import { $dictionaries } from '#stores/dictionaries.ts';
import { CaseRow } from './CaseRow.tsx';

afterEach(cleanup);

test('A7 a case in the list names the subject of its patient, not the code of it', () => {
  $dictionaries.setKey('subject', [{ id: '63', value: 'Самарская область' }]);
  const item = {
    id: 5,
    title: 'Случай',
    diseases: [],
    suspected: 'Болезнь Фабри',
    signs: [],
    author: { title: 'Врач', place: '' },
    figures: 0,
    question: 'none',
    answers: 0,
    published_at: '2026-11-20T10:00:00.000Z',
    demo: false,
    age_band: '12-17',
    sex: 'male',
    region: '63',
  } as unknown as CaseCard;
  render(<CaseRow item={item} />);
  expect(screen.getByText(/Самарская область$/)).toBeTruthy();
  expect(screen.queryByText(/63/)).toBeNull();
});
