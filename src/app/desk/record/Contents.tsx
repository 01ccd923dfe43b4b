import { useEffect, useState } from 'react';
import { plural } from '#domain/plural.ts';
import { goTo } from './FieldFinder.tsx';
import type { FormGroup } from './groups.ts';

/** What the form consists of, beside it: where something is wrong, and where nothing is written yet. */
export function Contents({ groups }: { groups: readonly FormGroup[] }) {
  const current = useCurrent(groups.map(({ id }) => id).join(' '));
  if (groups.length < 2) return null;
  return (
    <nav className="desk-contents relative scroll-x" aria-label="Разделы формы">
      <ul>
        {groups.map((group) => (
          <li key={group.id}>
            <a
              className="line gap-4 nowrap text-4 tap sunken plain-link"
              href={`#${group.id}`}
              aria-current={group.id === current ? 'true' : undefined}
              onClick={(event) => {
                event.preventDefault();
                goTo(group.id);
              }}
            >
              <span>{group.title}</span> <Mark group={group} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The section that stands in the upper part of the window. */
function useCurrent(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        const come = entries.find(({ isIntersecting }) => isIntersecting);
        if (come) setCurrent(come.target.getAttribute('aria-labelledby') ?? undefined);
      },
      { rootMargin: '-25% 0px -70% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id)?.closest('section');
      if (section) watch.observe(section);
    }
    return () => watch.disconnect();
  }, [ids]);
  return current;
}

function Mark({ group: { problems, filled, size } }: { group: FormGroup }) {
  if (problems > 0)
    return (
      <span className="pill" data-tone="err">
        {problems} {plural(problems, ['ошибка', 'ошибки', 'ошибок'])}
      </span>
    );
  if (filled === 0) return <span className="muted">пусто</span>;
  if (filled === size) return null;
  return (
    <span className="muted figures">
      <span className="visually-hidden">заполнено </span>
      {filled} из {size}
    </span>
  );
}
