import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import { site, siteFields, type SiteWords } from '#domain/site.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { QueryError } from '../../lib/LoadError.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { useMutation } from '../../lib/useMutation.ts';

/** What the portal calls itself; it stands on every page and in every letter. */
export function SiteName() {
  const { query, refetch } = useQuery('GET /api/editors/site');
  return (
    <>
      <p className="muted">
        Название стоит в шапке, на главной, в заголовках всех страниц и в письмах: после сохранения портал
        строит все страницы заново.
      </p>
      <QueryError query={query} refetch={refetch} />
      {query.data && <SiteNameField key={JSON.stringify(query.data)} words={query.data} done={refetch} />}
    </>
  );
}

function SiteNameField({ words, done }: { words: SiteWords; done(): void }) {
  const [typed, setTyped] = useState(words);
  const { run, isBusy, message } = useMutation();
  const same = (one: SiteWords) => siteFields.every(({ name }) => one[name] === typed[name]);
  const save = async () => {
    const { ok } = await run(() => call('POST /api/editors/site', { json: { ...typed } }));
    if (ok) done();
  };
  return (
    <section className="desk-panel" aria-labelledby="site-name">
      <h2 id="site-name">Название портала</h2>
      {siteFields.map(({ name, title, maxLength: most }) => (
        <TextField
          key={name}
          id={`site-${name}`}
          label={title}
          hint={typed[name] === site[name] ? undefined : `Исходное: ${site[name]}`}
          value={typed[name]}
          maxLength={most}
          onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
        />
      ))}
      <FormError message={message} />
      <div className="desk-actions cluster gap-4">
        <Button size="small" isBusy={isBusy} disabled={same(words)} onClick={() => void save()}>
          Сохранить
        </Button>
        {!same(site) && (
          <Button variant="quiet" size="small" onClick={() => setTyped(site)}>
            Вписать исходные слова
          </Button>
        )}
      </div>
    </section>
  );
}
