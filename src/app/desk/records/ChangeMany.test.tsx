// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BulkChangeResult, type BulkChange } from './BulkChangeResult.tsx';
import { ChangeMany } from './ChangeMany.tsx';

const fetched = globalThis.fetch;
beforeEach(() => {
  const items = [
    { id: 1, title: 'Болезнь Гоше', differences: [], refusal: null },
    { id: 2, title: 'Болезнь Фабри', differences: [], refusal: 'Эта запись уже ваша.' },
  ];
  globalThis.fetch = async () =>
    Response.json({ status: 'success', data: { items, changed: 1, refused: 1 } });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetched;
});

function Screen() {
  const [made, setMade] = useState<BulkChange>();
  return made ? (
    <BulkChangeResult done={made} />
  ) : (
    <ChangeMany ids={[1, 2]} kinds={[]} kind={undefined} done={setMade} />
  );
}

test('a change of many records says what it did, and what it left as it was', async () => {
  render(<Screen />);
  fireEvent.change(screen.getByLabelText('Потом'), { target: { value: 'own' } });
  fireEvent.click(screen.getByRole('button', { name: 'Показать, что изменится' }));
  await screen.findByText(/Изменится 1/);
  fireEvent.click(screen.getByRole('button', { name: 'Изменить' }));
  const said = await screen.findByText(/Изменено записей: 1/);
  expect(said.textContent).toBe('Изменено записей: 1. За них отвечаете вы. Осталось как есть: 1.');
  expect(screen.getByText('Болезнь Фабри').parentElement?.textContent).toContain('Эта запись уже ваша.');
  // An effect moves the focus after the words are there.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('status')));
});

test('a changed field is named', () => {
  const change = { items: [], changed: 31, refused: 0, action: 'publish', field: 'Вид учреждения' };
  render(<BulkChangeResult done={change} />);
  expect(screen.getByRole('status').textContent).toBe(
    'Изменено записей: 31, поле «Вид учреждения». Они опубликованы.',
  );
});
