import { useEffect, useState } from 'react';
import { QueryError } from '../../lib/LoadError.tsx';
import { useQuery } from '../../lib/useQuery.ts';

const widths = [
  { title: 'Компьютер', width: 680 },
  { title: 'Телефон', width: 390 },
] as const;

/** The saved letter as mail programs show it: on a computer and on a telephone, light and dark. */
export function LetterFrame({ id }: { id: number }) {
  const { query, refetch } = useQuery('GET /api/editors/broadcasts/{id}/letter', { path: { id } });
  const [width, setWidth] = useState<number>(680);
  const [isDark, setDark] = useState(false);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const html = query.data?.html;
  useEffect(() => {
    if (!frame || !html) return;
    fill(frame, html, isDark);
    fit(frame);
  }, [frame, html, isDark]);
  return (
    <section aria-label="Каким придёт письмо">
      <QueryError query={query} refetch={refetch} />
      <div className="chips flow gap-3 around-7" role="group" aria-label="Как показать письмо">
        {widths.map((one) => (
          <button
            key={one.width}
            type="button"
            aria-pressed={width === one.width}
            onClick={() => setWidth(one.width)}
          >
            {one.title}
          </button>
        ))}
        <button type="button" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
          Тёмное
        </button>
      </div>
      <iframe
        key={`${width} ${isDark}`}
        ref={setFrame}
        className="broadcast-letter rounded"
        title="Письмо"
        sandbox="allow-same-origin"
        style={{ inlineSize: `${width}px`, colorScheme: isDark ? 'dark' : 'light' }}
      />
    </section>
  );
}

/** As high as the letter: an empty sheet below it is no part of it. */
function fit(frame: HTMLIFrameElement): void {
  frame.style.blockSize = '0';
  frame.style.blockSize = `${(frame.contentDocument?.documentElement.scrollHeight ?? 0) + 2}px`;
}

/**
 * The page's policy lets no text bring styles of its own, and a letter has nothing but those: they are given to the
 * elements one by one.
 */
function fill(frame: HTMLIFrameElement, html: string, isDark: boolean): void {
  const page = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page || !view) return;
  const letter = new DOMParser().parseFromString(html, 'text/html');
  const sheet = new view.CSSStyleSheet();
  const rules = [...letter.querySelectorAll('style')].map((one) => one.textContent).join('\n');
  // Not as this computer is set, but as the editor wants to see it.
  sheet.replaceSync(rules.replaceAll('(prefers-color-scheme: dark)', isDark ? 'all' : 'not all'));
  page.adoptedStyleSheets = [sheet];
  const styles: (string | null)[] = [];
  const within = () => [letter.body, ...letter.body.querySelectorAll<HTMLElement>('*')];
  for (const element of within()) {
    styles.push(element.getAttribute('style'));
    element.removeAttribute('style');
  }
  const body = page.adoptNode(letter.body);
  page.documentElement.lang = 'ru';
  page.body.replaceWith(body);
  for (const [at, element] of [body, ...body.querySelectorAll<HTMLElement>('*')].entries()) {
    element.style.cssText = styles[at] ?? '';
    // Links of a letter that is only looked at lead nowhere.
    if (element instanceof view.HTMLAnchorElement) element.target = '_blank';
  }
}
