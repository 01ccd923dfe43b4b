import type { FactorKind } from '#contract/client/user.ts';
import { call } from '#contract/client/call.ts';
import { mayOweCode } from '#stores/session.ts';
import type { FunctionComponent } from 'react';
import { flushSync } from 'react-dom';
import { importOrReload } from '#stores/importOrReload.ts';
import { renderIsland } from '../lib/renderIsland.tsx';
import type { FormProps } from './FormProps.ts';
import { SecondStep } from './SecondStep.tsx';

/** Draws a form of the entrance in its place; what was typed and where the caret stood is kept. */
export async function mountForm(
  place: HTMLElement,
  load: () => Promise<FunctionComponent<FormProps>>,
): Promise<void> {
  try {
    const Form = await importOrReload(load);
    const typed = readTyped(place);
    const focused = focusIn(place);
    flushSync(() => renderIsland(place, <Form typed={typed} />));
    focused?.();
  } catch (error) {
    // Server-rendered content works without the script; empty places load at once.
    if (place.childElementCount === 0) {
      place.role = 'alert';
      place.textContent = 'Форма не загрузилась. Проверьте соединение и обновите страницу.';
    }
    throw error;
  }
}

function readTyped(place: HTMLElement): Record<string, string> {
  const form = place.querySelector('form');
  const typed: Record<string, string> = {};
  for (const [name, value] of form ? new FormData(form) : [])
    if (typeof value === 'string') typed[name] = value;
  return typed;
}

/** The second step of a sign-in, in the place of the first. */
export function askCode(form: HTMLFormElement, factors: readonly FactorKind[]): void {
  const place = document.createElement('div');
  form.after(place);
  form.hidden = true;
  const goBack = () => {
    // The pending step is cancelled without a reload; unsent, it expires in minutes.
    if (mayOweCode()) call('POST /api/auth/logout', { isQuiet: true }).catch(() => {});
    root.unmount();
    place.remove();
    form.hidden = false;
    form.querySelector('input')?.focus();
  };
  const root = flushSync(() => renderIsland(place, <SecondStep factors={factors} onBack={goBack} />));
}

/** The way to put the caret back where it stands now. */
function focusIn(place: HTMLElement): (() => void) | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !place.contains(activeElement) || !activeElement.id)
    return undefined;
  const { id } = activeElement;
  const caret = activeElement instanceof HTMLInputElement ? activeElement.selectionStart : null;
  return () => {
    const input = document.getElementById(id);
    input?.focus();
    // Fields of type email have no caret to set.
    if (caret !== null && input instanceof HTMLInputElement) input.setSelectionRange(caret, caret);
  };
}
