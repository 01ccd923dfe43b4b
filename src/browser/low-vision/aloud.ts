/** Reads the page aloud with the voice of the system, one block after another. */
export const canReadAloud = (): boolean => 'speechSynthesis' in window;

const blocks = 'h1, h2, h3, h4, p, li, dt, dd, caption, th, td, figcaption, summary';

/** Texts of the page in their order; what stands in a block that is read itself is not read twice. */
function textsOf(main: Element): string[] {
  return [...main.querySelectorAll(blocks)]
    .filter((block) => !block.closest('.no-print, [aria-hidden="true"], details:not([open]) > :not(summary)'))
    .filter((block) => !block.querySelector(blocks))
    .map((block) => wordsOf(block))
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

/** Without the numbers of sources. */
function wordsOf(block: Element): string {
  const copy = block.cloneNode(true) as Element;
  for (const citation of copy.querySelectorAll('.citation, .visually-hidden')) citation.remove();
  return (copy.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export function readAloud(main: Element, onEnd: () => void): void {
  stopReading();
  const texts = textsOf(main);
  const spoken = texts.map((text, index) => {
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = 'ru-RU';
    if (index === texts.length - 1) utterance.addEventListener('end', onEnd);
    return utterance;
  });
  for (const utterance of spoken) speechSynthesis.speak(utterance);
  if (spoken.length === 0) onEnd();
}

export const stopReading = (): void => speechSynthesis.cancel();
