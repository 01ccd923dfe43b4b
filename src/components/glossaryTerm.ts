import { escapeHtml } from '#domain/escape.ts';
import { glossaryEntry, glossaryPath } from '#domain/glossary.ts';

/**
 * A word that says what it means when it is pressed, without a script; one that the glossary does not know is a word.
 * It is markup and no component, so that a comma or a number of a source follows it without a space.
 */
export function termHtml(code: string, text: string): string {
  const entry = glossaryEntry(code);
  if (!entry) return escapeHtml(text);
  const id = `term-${code}`;
  return `<button class="term" type="button" popovertarget="${id}">${escapeHtml(text)}</button><span class="term-note text-5 pad-10" id="${id}" popover>${escapeHtml(entry.text)} <a href="${glossaryPath}#${code}">Глоссарий</a></span>`;
}
