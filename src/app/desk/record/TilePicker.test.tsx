// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { TilePicker } from './TilePicker.tsx';

const options = [
  { id: '77', value: 'Москва' },
  { id: '50', value: 'Московская область' },
  { id: '78', value: 'Санкт-Петербург' },
  { id: '14', value: 'Республика Саха (Якутия)' },
];

function Form() {
  const [code, setCode] = useState('');
  return <TilePicker label="Регион" options={options} value={code} onChange={setCode} />;
}

const place = document.createElement('div');
document.body.append(place);
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const tile = (title: string) => place.querySelector<HTMLButtonElement>(`button[aria-label="${title}"]`)!;
const press = (key: string) =>
  act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

test('the map of tiles is one stop of Tab, arrows walk over it, and a tile chooses its subject', () => {
  act(() => createRoot(place).render(<Form />));
  const stops = () => [...place.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toEqual([tile('Москва')]);
  tile('Санкт-Петербург').focus();
  press('ArrowRight');
  expect(document.activeElement).not.toBe(tile('Санкт-Петербург'));
  tile('Республика Саха (Якутия)').focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(tile('Республика Саха (Якутия)'));
  act(() => tile('Республика Саха (Якутия)').click());
  expect(tile('Республика Саха (Якутия)').getAttribute('aria-pressed')).toBe('true');
  expect(stops()).toEqual([tile('Республика Саха (Якутия)')]);
});
