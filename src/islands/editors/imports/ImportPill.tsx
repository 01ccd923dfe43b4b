import type { ImportState } from '#domain/imports.ts';
import { importStateWords } from './words.ts';

export function ImportPill({ state }: { state: ImportState }) {
  const { title, tone } = importStateWords[state];
  return (
    <span className="pill" data-tone={tone}>
      {title}
    </span>
  );
}
