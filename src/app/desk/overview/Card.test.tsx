// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Card, CardBoard } from './Card.tsx';

afterEach(cleanup);

const board = (drafts: number, remarks: number) => (
  <CardBoard>
    <Card title="Мои черновики" total={drafts} empty="Начатых правок нет.">
      <li>Правка</li>
    </Card>
    <Card title="Замечания коллег" total={remarks} empty="Открытых замечаний нет.">
      <li>Замечание</li>
    </Card>
    <Card title="Последние импорты" total={1} empty="Импортов ещё не было.">
      <li>Файл</li>
    </Card>
  </CardBoard>
);
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);

test('cards with nothing in them are one line, and come back when there is something', () => {
  const { rerender } = render(board(0, 0));
  expect(headings()).toEqual(['Последние импорты']);
  expect(screen.getByText('Пусто: мои черновики, замечания коллег')).toBeTruthy();
  expect(screen.getByText('Мои черновики. Начатых правок нет.')).toBeTruthy();
  rerender(board(2, 0));
  expect(headings()).toEqual(['Мои черновики', 'Последние импорты']);
  expect(screen.getByText('Пусто: замечания коллег')).toBeTruthy();
  rerender(board(2, 1));
  expect(screen.queryByText(/Пусто/)).toBeNull();
});
