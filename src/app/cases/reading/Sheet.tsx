import type { PublishedCase } from '#contract/cases.ts';
import { formatDay } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { useNow } from '../../lib/useNow.ts';

/** As the page has it: editors may name the portal. */
const portalName = () =>
  document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? location.host;

/** What stands on paper alone: on top, of what and of which day the sheet is; below, room for the council of doctors. */
export function SheetHead({ publishedCase: { id, edition } }: { publishedCase: PublishedCase }) {
  const today = new Date(useNow()).toISOString();
  return (
    <header className="case-sheet">
      <p>
        {portalName()} · клинический случай № {id}, редакция {edition}
      </p>
      <p>Лист для консилиума. Напечатан {formatDay(today)}. Для врачей; сведения обезличены.</p>
    </header>
  );
}

export function SheetEnd() {
  return (
    <section className="case-sheet case-sheet-end">
      <h2>Решение консилиума</h2>
      {['Участники', 'Решение', 'Дата и подписи'].map((title) => (
        <p key={title}>{title}</p>
      ))}
    </section>
  );
}

/** Lazy pictures that were not scrolled to would be blank on paper. */
async function printSheet(): Promise<void> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.case-page img')];
  await Promise.all(
    pictures.map((picture) => {
      picture.loading = 'eager';
      // A picture that cannot be had does not hold up the sheet.
      return picture.decode().catch(() => undefined);
    }),
  );
  print();
}

export function PrintButton() {
  return (
    <Button variant="secondary" onClick={() => void printSheet()}>
      Лист для консилиума (печать, PDF)
    </Button>
  );
}
