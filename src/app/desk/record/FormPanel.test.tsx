// @vitest-environment jsdom
import { useStore } from '@nanostores/react';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { call } from '#contract/client/call.ts';
import type { KindDescription } from '#domain/editing/description.ts';
import { createEditing, type Editing } from '#stores/editing.ts';
import { openSignedIn, stubLayout } from '../../../../tests/sample/signed-in.ts';
import { FormPanel } from './FormPanel.tsx';

stubLayout();

let signedIn: Awaited<ReturnType<typeof openSignedIn>>;
beforeAll(async () => {
  signedIn = await openSignedIn('editor');
});
afterEach(cleanup);
afterAll(() => signedIn.close());

function Form({ editing, kind }: { editing: Editing; kind: KindDescription }) {
  const record = useStore(editing.$opened).data;
  const values = useStore(editing.$values);
  if (!record) return null;
  return (
    <FormPanel
      editing={editing}
      record={record}
      kind={kind}
      values={values}
      problems={new Map()}
      look={() => undefined}
    />
  );
}

const patience = { timeout: 10_000 };

async function openForm() {
  const editing = createEditing(signedIn.portal.sample.fabry);
  await editing.open();
  const kinds = await call('GET /api/editors/kinds');
  const kind = kinds.find(({ name }) => name === 'disease')!;
  render(<Form editing={editing} kind={kind} />);
  return editing;
}

test('a comment that cannot be drawn leaves its field and the rest of the form', async () => {
  const path = { id: signedIn.portal.sample.fabry };
  await call('POST /api/editors/records/{id}/comments', {
    path,
    json: { field: 'about', text: 'Уточнить.', mentioned: [] },
  });
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await through(input, init);
    if (!String(input).endsWith('/comments')) return response;
    return new Response((await response.text()).replaceAll('"mentioned":[]', '"mentioned":null'));
  };
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openForm();
  fireEvent.click(await screen.findByText('Замечаний: 1', {}, patience));
  expect(await screen.findByText(/^Замечания у поля .* не удалось показать\.$/, {}, patience)).toBeTruthy();
  expect(document.getElementById('field-title')).toBeTruthy();
  expect(screen.getAllByText('Замечание').length).toBeGreaterThan(3);
  globalThis.fetch = through;
  logged.mockRestore();
});

test('a row of a list goes up with its open part and the focus, once more with the next press', async () => {
  const editing = await openForm();
  const symbols = () => (editing.$values.get()['genes'] as { symbol: string }[]).map(({ symbol }) => symbol);
  act(() => editing.set('genes', [{ symbol: 'AAA' }, { symbol: 'BBB' }, { symbol: 'CCC' }]));
  const list = document.getElementById('field-genes')!;
  const rowOf = (symbol: string) => within(list).getByText(symbol).closest('details')!;
  const row = rowOf('CCC');
  act(() => {
    row.open = true;
    row.dispatchEvent(new Event('toggle'));
  });
  const up = await within(row).findByText('Выше');
  up.focus();
  fireEvent.click(up);
  expect(symbols()).toEqual(['AAA', 'CCC', 'BBB']);
  expect(rowOf('CCC')).toBe(row);
  expect(rowOf('BBB').open).toBe(false);
  expect(document.activeElement).toBe(up);
  fireEvent.click(up);
  expect(symbols()).toEqual(['CCC', 'AAA', 'BBB']);
  expect(document.activeElement).toBe(up);
  // A comma is not lost between two figures.
  const share = within(row).getByLabelText<HTMLInputElement>(/^Доля больных/);
  fireEvent.change(share, { target: { value: '3,' } });
  expect(share.value).toBe('3,');
  fireEvent.change(share, { target: { value: '3,5' } });
  expect(editing.$values.get()['genes']).toContainEqual({ symbol: 'CCC', share: 3.5 });
  fireEvent.click(within(row).getByText('Убрать'));
  expect(symbols()).toEqual(['AAA', 'BBB']);
  expect(rowOf('AAA').open).toBe(false);
  editing.stop();
});
