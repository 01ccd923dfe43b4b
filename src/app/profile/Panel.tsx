import { useEffect, useId, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  id?: string;
  tone?: 'danger';
  /** Stands at the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a profile page under a heading. */
export function Panel({ title, id, tone, action, children }: Props) {
  const heading = useId();
  const place = useRef<HTMLElement>(null);
  // An address that names the panel leads to it, though it was drawn after the page had come.
  useEffect(() => {
    const section = place.current;
    if (!section || location.hash !== `#${id}`) return undefined;
    section.focus({ preventScroll: true });
    return keepInView(section);
  }, [id]);
  return (
    <section
      className="panel stack gap-8 box"
      id={id}
      ref={place}
      tabIndex={id ? -1 : undefined}
      data-tone={tone}
      aria-labelledby={heading}
    >
      <div className="spread gap-8 row-gap-4">
        <h2 id={heading}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to the section again when parts above it load, until the reader's first gesture. */
function keepInView(section: HTMLElement): () => void {
  const controller = new AbortController();
  const observer = new ResizeObserver(() => section.scrollIntoView());
  // The observer reports each target once at the start, which is the first scroll.
  for (const target of [document.body, section.parentElement]) if (target) observer.observe(target);
  controller.signal.addEventListener('abort', () => observer.disconnect());
  const stop = () => controller.abort();
  for (const name of gestures)
    addEventListener(name, stop, { signal: controller.signal, passive: true, capture: true });
  return stop;
}
