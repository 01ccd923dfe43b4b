/** One line of a dictionary (B135). */
export interface Option {
  id: string | number;
  value: string;
}

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е');

/** Options in which every typed word begins some word; ё and е are one letter. */
export function matching<One extends Option>(options: readonly One[], typed: string): readonly One[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ value }) => {
    const starts = plain(value).split(/[\s(«"/,-]+/);
    return words.every((word) => starts.some((start) => start.startsWith(word)));
  });
}

/** What is said about a multiple choice: the names while they are few, then their number (B252, B253). */
export function summaryOf(chosen: readonly Option[]): string {
  if (chosen.length === 0) return '';
  return chosen.length < 6 ? chosen.map(({ value }) => value).join(', ') : `Выбрано ${chosen.length}`;
}
