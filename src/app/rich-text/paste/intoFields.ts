import { plainLines } from '#domain/prose/plain.ts';
import { addNotice } from '#stores/notices.ts';
import { fromHtml } from './fromHtml.ts';
import { pastedWords } from './words.ts';

/**
 * Fields of plain text take a paste as it reads: 10⁹/л and H₂O, not 109/л and H2O, a table with bars between its cells.
 * The browser's own text of a clipboard has lost that already.
 */
let isWatching = false;

export function watchPastes(): void {
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('paste', (event) => {
    const field = event.target;
    const isArea = field instanceof HTMLTextAreaElement;
    if (!isArea && !(field instanceof HTMLInputElement && ['text', 'search'].includes(field.type))) return;
    const html = event.clipboardData?.getData('text/html') ?? '';
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    const { document: pasted, left } = fromHtml(html);
    const text = plainLines(pasted).join(isArea ? '\n' : ' ');
    if (html !== '' && text !== '' && isOtherThan(plain, text)) {
      event.preventDefault();
      // The only way of writing that the browser's «Отменить» takes back.
      document.execCommand('insertText', false, text);
    }
    const said = pastedWords(left, html === '' ? plain : text);
    if (said) addNotice({ icon: 'info', html: said });
  });
}

/** Whether words differ, however they are spaced and listed. */
const isOtherThan = (plain: string, text: string): boolean => bare(plain) !== bare(text);
const bare = (text: string): string => text.replace(/[\s|•·-]+/g, '');
