import { useEffect, useRef, useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import { Share } from './Share.tsx';

/**
 * The real page as the draft makes it, drawn anew after each save: the new one is loaded behind the old one and takes
 * its place, and the reader's, only when it is whole.
 */
export function Preview({ id, mark, looked }: { id: number; mark: string; looked: Looked | undefined }) {
  const [url, setUrl] = useState('');
  const [message, setMessage] = useState('');
  useEffect(() => {
    call('POST /api/editors/records/{id}/preview', { path: { id }, json: { hours: 12 }, isQuiet: true }).then(
      (made) => setUrl(new URL(made.url).pathname + new URL(made.url).search),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        setMessage(error.message);
      },
    );
  }, [id]);
  return (
    <aside className="desk-preview" aria-label="Страница, какой она станет">
      {message && <p className="field-error">{message}</p>}
      {url && <Frames url={url} mark={mark} looked={looked} />}
      <Share id={id} />
    </aside>
  );
}

/** The field under the editor's hands: the page shows its place. */
export interface Looked {
  title: string;
  value: unknown;
}

function Frames({ url, mark, looked }: { url: string; mark: string; looked: Looked | undefined }) {
  const [shown, setShown] = useState(mark);
  const current = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const page = current.current?.contentDocument;
    if (page && looked) placeOf(page, looked)?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [looked]);
  const replace = (loaded: HTMLIFrameElement) => {
    const place = current.current?.contentWindow?.scrollY ?? 0;
    loaded.contentWindow?.scrollTo({ top: place, behavior: 'instant' });
    setShown(mark);
  };
  const frames = shown === mark ? [mark] : [shown, mark];
  return (
    <div className="desk-frames" aria-busy={shown !== mark || undefined}>
      {frames.map((one) => {
        const isShown = one === shown;
        return (
          <iframe
            key={one}
            ref={isShown ? current : undefined}
            src={`${url}&mark=${one}`}
            title={isShown ? 'Предпросмотр страницы' : 'Предпросмотр строится'}
            sandbox="allow-same-origin"
            inert={!isShown}
            onLoad={({ currentTarget }) => {
              if (!isShown) replace(currentTarget);
            }}
          />
        );
      })}
    </div>
  );
}

/** Where a page tells a field: under a heading of its name, or where its first words stand. */
function placeOf(page: Document, { title, value }: Looked): Element | undefined {
  const parts = [...(page.querySelector('main')?.querySelectorAll('h1, h2, h3, dt, p, li, td') ?? [])];
  // The page has spaces that do not break, and soft hyphens.
  const plain = (text: string) => text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();
  const begins = (element: Element, text: string) => plain(element.textContent ?? '').startsWith(text);
  const first = [value]
    .flat()
    .find((one): one is string => typeof one === 'string')
    ?.slice(0, 24);
  return (
    parts.find((part) => part.matches('h2, h3, dt') && begins(part, title)) ??
    (first ? parts.find((part) => begins(part, plain(first))) : undefined)
  );
}
