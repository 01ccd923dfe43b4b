import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { readMarkup, type Segment } from '#browser/markup.ts';
import { removeNotice, type Notice } from '#stores/notices.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';

const icons = {
  success: 'circle-check',
  error: 'alert-circle',
  info: 'info-circle',
  notice: 'bell',
} as const;

const tones = { success: 'ok', error: 'err', info: 'info', notice: 'info' } as const;

/** One notice; its time stands still while it is pointed at, focused, or the tab is hidden (ruling G29). */
export function NoticeCard({ notice, usual }: { notice: Notice; usual: number }) {
  const { id, icon, title, html, timeout, buttons = [], className = '' } = notice;
  const card = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  useTimer(timeout ?? usual, isHeld, () => removeNotice(id));
  // A notice that vanishes under the focus gives it back to the dialog that it lies over, or to the page.
  useLayoutEffect(() => {
    const own = card.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const below = own.closest('dialog')?.querySelector<HTMLElement>('[tabindex="-1"]');
      (below ?? document.getElementById('main'))?.focus();
    };
  }, []);
  return (
    <div
      className={`notice box rounded text-5 above-4 ${className}`.trim()}
      data-icon={icon}
      data-tone={tones[icon]}
      ref={card}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[icon]} />
      <div className="stack gap-3 can-shrink grow">
        {title && <p className="semibold">{title}</p>}
        {html && (
          <p>
            <Markup segments={readMarkup(html)} />
          </p>
        )}
        {buttons.length > 0 && (
          <div className="row">
            {buttons.map((button) => (
              <Button
                key={button.title}
                variant="secondary"
                size="small"
                onClick={() => {
                  removeNotice(id);
                  button.press();
                }}
              >
                {button.title}
              </Button>
            ))}
          </div>
        )}
      </div>
      <button
        className="notice-close center muted no-shrink"
        type="button"
        aria-label="Закрыть уведомление"
        onClick={() => removeNotice(id)}
      >
        <Icon name="x" />
      </button>
    </div>
  );
}

function Markup({ segments }: { segments: readonly Segment[] }) {
  return segments.map((segment, at) => {
    // The segments of one sentence never change places.
    const key = at;
    if (segment.tag === 'text') return segment.text;
    if (segment.tag === 'br') return <br key={key} />;
    const inner = <Markup segments={segment.children} />;
    if (segment.tag === 'b') return <b key={key}>{inner}</b>;
    if (segment.tag === 'i') return <i key={key}>{inner}</i>;
    return (
      <a key={key} href={segment.href}>
        {inner}
      </a>
    );
  });
}

/** Runs `done` after so many milliseconds; while it is held, or the tab is hidden, the time stands still. */
function useTimer(milliseconds: number, isHeld: boolean, done: () => void): void {
  const left = useRef(milliseconds);
  const finish = useEffectEvent(done);
  const [isHidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const read = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, []);
  useEffect(() => {
    if (isHeld || isHidden) return undefined;
    const since = performance.now();
    const timer = setTimeout(() => finish(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [isHeld, isHidden]);
}
