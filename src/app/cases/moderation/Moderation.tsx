import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import { demonstration } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { formatDuration } from '#domain/question-deadline.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { Pill } from '#ui/Pill.tsx';
import { ChoiceLine } from '../ChoiceLine.tsx';
import { StatePill } from '../own/StatePill.tsx';
import { useQuery } from '../../lib/useQuery.ts';
import { idInAddress, oneOf, pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { CaseQuery } from '../States.tsx';
import { Problems } from './Problems.tsx';
import { Review } from './Review.tsx';
import { urgencyOf, type Urgency } from './urgency.ts';

/** Cases that wait for an editor, or the one that `?id=` names. */
export function Moderation() {
  return idInAddress() > 0 ? <Review /> : <Queue />;
}

const states = { review: 'на проверке', published: 'опубликованные' } as const;
const fields = { state: oneOf(['review', 'published']), page: pageNumber };

const urgencies: Record<Urgency, { tone: string; word: string }> = {
  fresh: { tone: 'ok', word: 'в срок' },
  due: { tone: 'warn', word: 'пора ответить' },
  late: { tone: 'err', word: 'срок прошёл' },
};

type Audience = 'doctors' | 'verified';
const audiences: Record<Audience, string> = {
  doctors: 'Опубликованные случаи читают все врачи.',
  verified: 'Опубликованные случаи читают только подтверждённые врачи.',
};

function Queue() {
  const search = useSearchState(fields);
  const { state, page } = search.state;
  const { query, refetch } = useQuery('GET /api/editors/cases', { query: { state, page } });
  return (
    <CaseQuery query={query} refetch={refetch}>
      {({ items, total, page_size, audience }) => (
        <div className="stack gap-8">
          <p className="muted">{audiences[audience]}</p>
          <div className="cluster gap-8 row-gap-5 below-8">
            <p role="status">{counted(total, ['случай', 'случая', 'случаев'])}</p>
            <ChoiceLine
              label="Показать"
              titles={states}
              value={state}
              onChoose={(chosen) => search.change({ state: chosen })}
            />
          </div>
          {items.length === 0 ? (
            <p className="dashed pad-12 stack gap-6 justify-start">
              {state === 'review' ? 'Все случаи проверены.' : 'Таких случаев нет.'}
            </p>
          ) : (
            <DataTable isNamed label="Очередь" columns={['Случай', 'Автор', 'Ждёт', 'На что смотреть']}>
              {items.map((item) => (
                <ReviewRow key={item.id} item={item} />
              ))}
            </DataTable>
          )}
          <Pagination paging={search} total={total} size={page_size} />
          <Problems />
        </div>
      )}
    </CaseQuery>
  );
}

function ReviewRow({ item }: { item: Output<'GET /api/editors/cases'>['items'][number] }) {
  const urgency = urgencies[urgencyOf(item.age_hours)];
  const [now] = useState(Date.now);
  return (
    <tr>
      <th scope="row">
        <a href={`/profile/editors/cases/?id=${item.id}`}>{item.title || 'Без названия'}</a>
        {item.demo && <span className="muted small"> {demonstration}</span>}
      </th>
      <td data-title="Автор">{item.author}</td>
      <td>
        {item.state === 'review' ? (
          <>
            <Pill title={urgency.word} tone={urgency.tone} />{' '}
            <span className="muted small">{formatDuration(now - Date.parse(item.submitted_at))}</span>
          </>
        ) : (
          <StatePill state={item.state} />
        )}
      </td>
      <td data-title="На что смотреть">
        {[
          item.cleared > 0 &&
            counted(item.cleared, [
              'отметка «не персональные данные»',
              'отметки «не персональные данные»',
              'отметок «не персональные данные»',
            ]),
          item.isRare && 'редкое сочетание',
          item.round > 1 && `${item.round}\u2011й раз`,
          item.published && 'новая редакция',
        ]
          .filter(Boolean)
          .join('; ')}
      </td>
    </tr>
  );
}
