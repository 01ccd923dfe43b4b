import type { Page as Tab } from 'playwright';

/** Russian words of the page that go on in the next line without a hyphen, as people see them. */
export const findBrokenWords = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() => {
    const isShown = (element: Element | null): boolean =>
      element === null ||
      (element.checkVisibility() &&
        getComputedStyle(element).clipPath === 'none' &&
        isShown(element.parentElement));
    const topOf = (text: Text, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return [...range.getClientRects()].findLast(({ width }) => width > 1)?.top;
    };
    const isBroken = (text: Text, from: number, word: string) => {
      let last: number | undefined;
      for (const [step, letter] of [...word].entries()) {
        if (letter === '\u00ad') continue;
        const top = topOf(text, from + step);
        if (top === undefined) continue;
        if (last !== undefined && top - last > 6 && word[step - 1] !== '\u00ad') return true;
        last = top;
      }
      return false;
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const words = [...text.data.matchAll(/[а-яё\u00ad]{3,}/gi)];
      if (words.length === 0 || !isShown(text.parentElement) || text.parentElement?.closest('svg')) continue;
      for (const { 0: word, index } of words)
        if (isBroken(text, index, word)) found.add(word.replaceAll('\u00ad', ''));
    }
    return [...found];
  });
