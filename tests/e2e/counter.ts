import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './visitor.ts';

/** A person whose presses and typed words are counted. */
export class Hand {
  presses = 0;
  fields = 0;
  letters = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  /** A key instead of a button. */
  async strike(field: Locator, key: string): Promise<void> {
    this.presses += 1;
    await field.press(key);
  }

  async type(field: Locator, words: string): Promise<void> {
    this.fields += 1;
    this.letters += words.length;
    await field.fill(words);
  }

  /** For a field that looks at each letter. */
  async spell(field: Locator, words: string): Promise<void> {
    this.fields += 1;
    this.letters += words.length;
    await field.pressSequentially(words);
  }

  /** A list is opened and one of its lines taken. */
  async choose(list: Locator, value: string): Promise<void> {
    this.presses += 2;
    await list.selectOption(value);
  }

  /** A file from the disk: the button, the file, «Open». */
  async give(field: Locator, name: string, bytes: Uint8Array, mimeType: string): Promise<void> {
    this.presses += 3;
    await field.setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  }

  /** The page of what is typed into the search of the home page. */
  async find(words: string, title: string | RegExp): Promise<void> {
    const { page } = this;
    await this.type(page.getByRole('main').getByPlaceholder('Поиск по каталогу'), words);
    await this.press(page.getByRole('dialog').getByRole('option', { name: title }).first());
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
}

/** What tasks take, a line for each: what is told is never what is expected. */
export class TaskTable {
  readonly #lines: Record<string, { нажатий: number; полей: number; букв: number; секунд: string }> = {};

  async task(name: string, page: Page, deed: (hand: Hand) => Promise<void>): Promise<void> {
    await test.step(name, async () => {
      const hand = new Hand(page);
      const from = performance.now();
      await deed(hand);
      const seconds = ((performance.now() - from) / 1000).toFixed(1);
      const { presses, fields, letters } = hand;
      this.#lines[name] = { нажатий: presses, полей: fields, букв: letters, секунд: seconds };
    });
  }

  print(): void {
    console.table(this.#lines);
  }
}
