import { useStore } from '@nanostores/react';
import type { Aid } from '#stores/signs.ts';
import { titleOf } from './words.ts';

/** What a disease is called; a name that OMIM alone gives is English, and is read aloud as such. */
export function DiseaseName({ aid, code }: { aid: Aid; code: string }) {
  const title = titleOf(code, useStore(aid.$diseases), useStore(aid.$titles));
  return code.startsWith('OMIM:') ? <span lang="en">{title}</span> : title;
}
