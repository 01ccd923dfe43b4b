import type { Page as Tab } from 'playwright';

/** Russian words broken across lines on the page. */
export const findBrokenWords = (tab: Tab): Promise<string[]> =>
  tab.evaluate(() => {
    const isShown = (element: Element | null): boolean =>
      element === null ||
      (element.checkVisibility() &&
        getComputedStyle(element).clipPath === 'none' &&
        isShown(element.parentElement));
    const range = document.createRange();
    const topsOf = (text: Text, from: number, length = 1) => {
      range.setStart(text, from);
      range.setEnd(text, from + length);
      return [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top);
    };
    const isBroken = (text: Text, from: number, word: string) => {
      if (topsOf(text, from, word.length).length < 2) return false;
      let last: number | undefined;
      for (let step = 0; step < word.length; step += 1) {
        const top = topsOf(text, from + step).at(-1);
        if (top === undefined) continue;
        if (last !== undefined && top - last > 6) return true;
        last = top;
      }
      return false;
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const words = [...text.data.matchAll(/[а-яё]{3,}/gi)];
      const broken = words.filter(({ 0: word, index }) => isBroken(text, index, word));
      if (broken.length === 0 || !isShown(text.parentElement) || text.parentElement?.closest('svg')) continue;
      for (const [word] of broken) found.add(word);
    }
    return [...found];
  });
