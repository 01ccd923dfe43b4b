import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import { Share } from './Share.tsx';

/** On what the page is looked at: a phone, or a screen that is made small. */
export type PreviewWidth = 'phone' | 'screen';
const widths: { code: PreviewWidth; title: string }[] = [
  { code: 'phone', title: 'Телефон' },
  { code: 'screen', title: 'Компьютер' },
];

interface Props {
  id: number;
  mark: string;
  looked: PreviewTarget | undefined;
  width: PreviewWidth;
  widen(width: PreviewWidth): void;
}

/**
 * The real page as the draft makes it, drawn again after each save: the new one is loaded behind the old one and takes
 * its place, and the reader's, only when it is whole.
 */
export function DraftPreview({ id, mark, looked, width, widen }: Props) {
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
    <aside
      className="desk-preview stack gap-4 can-shrink content-start"
      aria-label="Страница, какой она станет"
    >
      {message && <p className="field-error">{message}</p>}
      <div className="chips desk-widths flow gap-3 around-7" role="group" aria-label="Ширина страницы">
        {widths.map(({ code, title }) => (
          <button key={code} type="button" aria-pressed={code === width} onClick={() => widen(code)}>
            {title}
          </button>
        ))}
      </div>
      {url && <Frames url={url} mark={mark} looked={looked} width={width} />}
      <Share id={id} />
    </aside>
  );
}

/** What is under the editor's hands: the page shows its place. */
export interface PreviewTarget {
  title: string;
  value: unknown;
  /** The paragraph of a text in which the cursor stands. */
  words?: string | undefined;
}

/** How wide the page is that is made small, in CSS pixels; RecordScreen.css has the same. */
const screenWidth = 1280;

interface FramesProps extends Pick<Props, 'mark' | 'looked' | 'width'> {
  url: string;
}

function Frames({ url, mark, looked, width }: FramesProps) {
  const [shown, setShown] = useState(mark);
  const current = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => show(current.current?.contentDocument, looked), [looked]);
  const lookAgain = useEffectEvent(() => show(current.current?.contentDocument, looked));
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const scale = (entry?.contentRect.width ?? screenWidth) / screenWidth;
      box.current?.style.setProperty('--scale', String(scale));
      lookAgain();
    });
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const loaded = useEffectEvent((frame: HTMLIFrameElement) => {
    const place = current.current?.contentWindow?.scrollY ?? 0;
    frame.contentWindow?.scrollTo({ top: place, behavior: 'instant' });
    show(frame.contentDocument, looked);
    setShown(mark);
  });
  const frames = shown === mark ? [mark] : [shown, mark];
  return (
    <div
      ref={box}
      className="desk-frames clip surface stack"
      data-width={width}
      aria-busy={shown !== mark || undefined}
    >
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
            onLoad={({ currentTarget }) => loaded(currentTarget)}
          />
        );
      })}
    </div>
  );
}

/** Brings the place of a field under the eyes, and marks it. */
function show(page: Document | null | undefined, looked: PreviewTarget | undefined): void {
  if (!page || !looked) return;
  for (const marked of page.querySelectorAll<HTMLElement>('[data-edited]')) {
    marked.style.outline = '';
    delete marked.dataset['edited'];
  }
  const place = placeOf(page, looked);
  if (!place) return;
  place.closest('details')?.setAttribute('open', '');
  place.dataset['edited'] = looked.title;
  place.style.outline = '3px solid var(--focus)';
  place.style.outlineOffset = '4px';
  place.scrollIntoView({ block: 'center', behavior: 'instant' });
}

/** Prose of the page has spaces that do not break. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Where a page tells a field: the paragraph of the cursor, else a heading of its name, or where its first words stand. */
function placeOf(page: Document, { title, value, words }: PreviewTarget): HTMLElement | undefined {
  const parts = [
    ...(page.querySelector('main')?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, dt, p, li, td') ?? []),
  ];
  const begins = (element: Element, text: string) => plain(element.textContent ?? '').startsWith(text);
  const beginning = (text: string | undefined) => plain(text ?? '').slice(0, 24);
  const at = (text: string) => (text.length > 2 ? parts.find((part) => begins(part, text)) : undefined);
  const first = [value].flat().find((one): one is string => typeof one === 'string');
  return (
    at(beginning(words)) ??
    parts.find((part) => part.matches('h2, h3, dt') && begins(part, title)) ??
    at(beginning(first))
  );
}
