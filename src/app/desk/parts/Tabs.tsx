import { useRef, type ReactNode } from 'react';

interface Props<Code extends string> {
  label: string;
  tabs: readonly { code: Code; title: string; count?: number | undefined }[];
  chosen: Code;
  choose(code: Code): void;
}

/** Parts of one screen, of which one is seen. */
export const Tabs = <Code extends string>({ children, ...row }: Props<Code> & { children: ReactNode }) => (
  <>
    <TabRow {...row} />
    <div {...tabPanel(row.chosen)}>{children}</div>
  </>
);

/** For the part that is seen. */
export const tabPanel = (code: string) =>
  ({ role: 'tabpanel', id: `panel-${code}`, 'aria-labelledby': `tab-${code}` }) as const;

/** Arrows go from one tab to the next. */
export function TabRow<Code extends string>({ label, tabs, chosen, choose }: Props<Code>) {
  const row = useRef<HTMLDivElement>(null);
  const go = (step: number) => {
    const at = tabs.findIndex(({ code }) => code === chosen);
    const next = (at + step + tabs.length) % tabs.length;
    choose(tabs[next]!.code);
    row.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className="chips flow gap-3 around-7" role="tablist" aria-label={label} ref={row}>
      {tabs.map(({ code, title, count }) => (
        <button
          key={code}
          type="button"
          role="tab"
          id={`tab-${code}`}
          aria-selected={chosen === code}
          aria-controls={`panel-${code}`}
          tabIndex={chosen === code ? 0 : -1}
          onClick={() => choose(code)}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') go(1);
            if (key === 'ArrowLeft') go(-1);
          }}
        >
          {title} {count !== undefined && count > 0 && <span className="muted figures">{count}</span>}
        </button>
      ))}
    </div>
  );
}
