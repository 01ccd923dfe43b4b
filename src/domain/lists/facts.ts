import { kindsByName, type Kind } from '../kinds/index.ts';
import type { ListFacts } from './list.ts';
import { viewsOf } from './records.ts';

/** What a list page tells its browser of the kind. */
export function factsOf(kind: Kind): ListFacts {
  return {
    kind: kind.name,
    path: kind.path,
    api: kind.api,
    forms: kind.titles.counted,
    fields: kind.facets.map(({ field }) => field),
    views: viewsOf(kind.name),
    paths: { disease: kindsByName.disease.path },
    hasCalendar: 'starts_at' in kind.fields.shape,
  };
}
