import type { KindDescription } from '#domain/editing/description.ts';
import { Combobox } from '#ui/Combobox.tsx';

/** A form has dozens of fields: the one that is wanted is found by the beginning of its name. */
export function FieldFinder({ fields }: { fields: KindDescription['fields'] }) {
  return (
    <div className="desk-finder">
      <Combobox
        id="find-field"
        label="Перейти к полю"
        placeholder="Перейти к полю"
        options={[
          ...fields.map(({ name, title }) => ({ id: name, value: title })),
          { id: 'sources', value: 'Источники' },
        ]}
        value=""
        onChange={(name) => goTo(`field-${name}`)}
      />
    </div>
  );
}

/** Brings a field under the eyes and the hands; of a group its first control. */
export function goTo(id: string): void {
  const found = document.getElementById(id);
  if (!found) return;
  const control = found.matches('fieldset')
    ? found.querySelector<HTMLElement>('input, select, textarea, summary, button')
    : found;
  // Of a section its beginning is wanted, of a field what stands around it.
  found.scrollIntoView({ block: found.matches('h2') ? 'start' : 'center' });
  control?.focus({ preventScroll: true });
}

/** Goes to a field again while parts of the form are still coming, until the editor does something. */
export function keepInView(id: string): () => void {
  const form = document.getElementById(id)?.closest('form');
  if (!form) return () => {};
  const over = new AbortController();
  const observer = new ResizeObserver(() => goTo(id));
  over.signal.addEventListener('abort', () => observer.disconnect());
  const stop = () => over.abort();
  for (const event of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(event, stop, { signal: over.signal });
  observer.observe(form);
  return stop;
}
