import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { CaseContent } from '#contract/forms/cases.ts';
import type { CaseFile } from '#contract/cases.ts';
import { $titles, learnTitles, type Linking } from '#stores/cases/records.ts';
import type { CaseText } from '../reading/CaseArticle.tsx';

/** A content with its files and the titles of what it names, as it is read. */
export function useCaseText(content: CaseContent, files: readonly CaseFile[]): CaseText {
  const diseases = useLinked('diseases', content.diseases);
  const drugs = useLinked('drugs', content.drugs);
  const figures = content.figures.flatMap((figure) => {
    const file = files.find(({ id }) => id === figure.file);
    return file ? [{ ...figure, url: file.url, width: file.width, height: file.height }] : [];
  });
  return { ...content, diseases, drugs, figures };
}

const paths: Record<Linking, string> = { diseases: '/deseases/', drugs: '/drugs/' };

export function useLinked(
  kind: Linking,
  ids: readonly number[],
): { id: number; title: string; url: string }[] {
  const titles = useStore($titles);
  const said = ids.join();
  useEffect(() => {
    void learnTitles(kind, said === '' ? [] : said.split(',').map(Number));
  }, [kind, said]);
  return ids.map((id) => ({ id, title: titles[`${kind} ${id}`] ?? '…', url: `${paths[kind]}${id}/` }));
}
