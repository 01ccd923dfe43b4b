import { useEffect } from 'react';
import type { PublishedCase } from '#contract/cases.ts';
import { demonstration } from '#domain/cases.ts';
import { addNotice } from '#stores/notices.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { formatDate } from '../../lib/dates.ts';
import { SaveCase } from '../saved/SaveCase.tsx';
import { CaseQuery } from '../States.tsx';
import { CaseArticle } from './CaseArticle.tsx';
import { Discussion } from './Discussion.tsx';
import { Report } from './Report.tsx';
import { PrintButton, SheetEnd, SheetHead } from './Sheet.tsx';
import { usePublishedCase } from './usePublishedCase.ts';

/** A published case at /cases/17/. The page has no word of it: title and all else come from the API. */
export function CasePage() {
  const { query, refetch } = usePublishedCase();
  const title = query.data?.title;
  useEffect(() => {
    if (title !== undefined) nameThePage(title);
  }, [title]);
  return (
    <CaseQuery
      query={query}
      refetch={refetch}
      notFound={
        <>
          <p>Такого случая нет: его сняли с публикации, или в адресе ошибка.</p>
          <p>
            <a href="/cases/">Все случаи</a>
          </p>
        </>
      }
    >
      {(data) => <Case publishedCase={data} />}
    </CaseQuery>
  );
}

/** Heading, breadcrumb and window get the title that the page could not have. */
function nameThePage(title: string): void {
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = title;
  const here = document.querySelector('nav[aria-label="Вы здесь"] li:last-child');
  const place = here?.querySelector('[aria-current]') ?? here;
  if (place) place.textContent = title;
  document.title = document.title.replace(/^.*? — /, `${title} — `);
}

function Case({ publishedCase }: { publishedCase: PublishedCase }) {
  const { author, published_at, revised_at, edition, demo, citation, similar, own, id } = publishedCase;
  return (
    <div className="case-page align-start stack">
      <div className="stack gap-12">
        <SheetHead publishedCase={publishedCase} />
        <p className="case-byline cluster gap-6 row-gap-3">
          {demo && <Pill title={demonstration} tone="warn" />}
          <span>{[author.title, author.place].filter(Boolean).join(', ')}</span>
          <span className="muted">
            опубликован {formatDate(published_at)}
            {edition > 1 && `, дополнен ${formatDate(revised_at)}`}
          </span>
        </p>
        <CaseArticle
          text={{ ...publishedCase, diseases: publishedCase.disease_cards, drugs: publishedCase.drug_cards }}
        />
        <Discussion publishedCase={publishedCase} />
        <SheetEnd />
      </div>
      <aside className="case-aside stack gap-12" aria-label="О случае">
        <div className="cluster gap-6 row-gap-3 no-print">
          {own && (
            <a className="button" href={`/profile/cases/detail/?id=${id}`}>
              Ваш случай: состояние и правка
            </a>
          )}
          <SaveCase id={id} title={publishedCase.title} />
          <PrintButton />
          <a href={`/api/cases/${id}/phenopacket`} download>
            Сохранить как phenopacket
          </a>
        </div>
        <Citation text={citation} />
        {similar.length > 0 && (
          <section className="no-print">
            <h2>Похожие случаи</h2>
            <ul className="stack gap-8">
              {similar.map((other) => (
                <li key={other.id}>
                  <a href={`/cases/${other.id}/`}>{other.title}</a>
                  <p className="muted small">
                    {other.demo && `${demonstration}. `}
                    {other.shared.length > 0 && `Общие признаки: ${other.shared.join(', ')}`}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Report id={id} about="case" />
      </aside>
    </div>
  );
}

function Citation({ text }: { text: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    addNotice({ icon: 'success', html: 'Ссылка для цитирования скопирована.' });
  };
  return (
    <section>
      <h2>Как сослаться</h2>
      <p className="case-citation break-anywhere text-4 below-5">{text}</p>
      <Button className="no-print" variant="secondary" size="small" onClick={() => void copy()}>
        Скопировать
      </Button>
    </section>
  );
}
