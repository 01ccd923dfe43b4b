import type { Output } from '#contract/client/call.ts';
import { recordAddress } from '#domain/desk.ts';
import { importAddress } from '#domain/imports.ts';
import { formatDay } from '#domain/dates.ts';
import { counted, plural } from '#domain/plural.ts';
import { QueryError } from '../../lib/LoadError.tsx';
import { importedBy, importStateWords } from '../imports/words.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { Card, CardBoard } from './Card.tsx';
import { Misses } from './Misses.tsx';
import { Pill } from '#ui/Pill.tsx';

/** What an editor sees first. */
export function Overview() {
  const { query, refetch } = useQuery('GET /api/editors/overview');
  const found = query.data;
  return (
    <>
      <h1>Обзор</h1>
      <QueryError query={query} refetch={refetch} />
      {!found && query.state === 'pending' && <p className="muted above-8">Загружаем…</p>}
      {found && found.alerts.length > 0 && <Alerts alerts={found.alerts} />}
      {found && <Board found={found} />}
    </>
  );
}

type Found = Output<'GET /api/editors/overview'>;

function Alerts({ alerts }: Pick<Found, 'alerts'>) {
  return (
    <section className="desk-alerts stack gap-6 below-8 surface rounded" aria-label="Тревоги">
      {alerts.map(({ name, about, title, what, next, since }) => (
        <div key={`${name} ${about}`}>
          <p className="break-anywhere">
            <Pill title="Тревога" tone="err" /> <strong>{title}</strong>, замечено {formatDateTime(since)}
          </p>
          <p className="break-anywhere">{what}</p>
          <p className="muted break-anywhere">{next}</p>
        </div>
      ))}
    </section>
  );
}

function Board({ found }: { found: Found }) {
  const { waiting, cases, applications, drafts, due, comments, broken, reports, problems, imports } = found;
  return (
    <CardBoard>
      <PendingQueues waiting={waiting} cases={cases} applications={applications} />
      <Card
        title="Мои черновики"
        total={drafts.total}
        all="/profile/editors/records/?state=edited"
        empty="Начатых правок нет."
      >
        {drafts.items.map(({ status, updated_at, ...one }) => (
          <OverviewLine
            key={one.id}
            {...one}
            about={`${status === 'review' ? 'На проверке' : 'Пишется'}, ${formatDateTime(updated_at)}`}
          />
        ))}
      </Card>
      <Card title="Замечания коллег" total={comments.total} empty="Открытых замечаний нет.">
        {comments.items.map(({ open, at, ...one }) => (
          <OverviewLine
            key={one.id}
            {...one}
            about={`${open} ${plural(open, ['открытое', 'открытых', 'открытых'])}, ${formatDateTime(at)}`}
          />
        ))}
      </Card>
      <Card
        title="Пересмотреть в 30 дней"
        total={due.total}
        all="/profile/editors/records/?due_in=30&sort=review_due"
        empty="В этот месяц пересматривать нечего."
      >
        {due.items.map(({ review_due, ...one }) => (
          <OverviewLine key={one.id} {...one} about={`до ${formatDay(review_due)}`} />
        ))}
      </Card>
      <Card
        title="Ссылки на снятые записи"
        total={broken.total}
        empty="Все связанные записи открыты читателям."
      >
        {broken.items.map(({ field, to, ...one }) => (
          <OverviewLine
            key={`${one.id} ${to.id}`}
            {...one}
            about={`${field}: «${to.title}» ${to.state === 'archived' ? 'в архиве' : 'не опубликовано'}`}
          />
        ))}
      </Card>
      <Reported reports={reports} problems={problems} />
      <MostRead read={found.read} />
      <Misses />
      <Card
        title="Последние импорты"
        total={imports.length}
        all="/profile/editors/imports/"
        empty="Импортов ещё не было."
      >
        {imports.map((one) => (
          <li key={one.id}>
            <a href={importAddress(one.id)}>{one.file_name}</a>
            <span className="desk-kind muted text-3">
              {importStateWords[one.state].title}, {importedBy(one)}
            </span>
          </li>
        ))}
      </Card>
    </CardBoard>
  );
}

/** What readers open most; each leads to its record. */
function MostRead({ read }: Pick<Found, 'read'>) {
  return (
    <Card
      title="Читают за неделю"
      total={read.length}
      all="/profile/editors/reading/?days=7"
      empty="За эту неделю страниц записей ещё не читали."
    >
      {read.map(({ path, title, record, count }) => (
        <OverviewLine
          key={path}
          id={record ?? 0}
          title={title}
          about={counted(count, ['просмотр', 'просмотра', 'просмотров'])}
        />
      ))}
    </Card>
  );
}

/** Unanswered reports of readers and doctors. */
function Reported({ reports, problems }: Pick<Found, 'reports' | 'problems'>) {
  return (
    <>
      <Card
        title="Неточности от читателей"
        total={reports}
        all="/profile/editors/inbox/"
        empty="На всё отвечено."
      >
        <li>
          {plural(reports, ['Ждёт', 'Ждут', 'Ждут'])} ответа: {reports}
        </li>
      </Card>
      <Card
        title="Сообщения о случаях"
        total={problems}
        all="/profile/editors/cases/"
        empty="На всё отвечено."
      >
        <li>
          {plural(problems, ['Ждёт', 'Ждут', 'Ждут'])} решения: {problems}
        </li>
      </Card>
    </>
  );
}

/** What others wait for. */
function PendingQueues({ waiting, cases, applications }: Pick<Found, 'waiting' | 'cases' | 'applications'>) {
  return (
    <>
      <Card
        title="Ждут вашей проверки"
        total={waiting.total}
        all="/profile/editors/records/?state=review"
        empty="Никто не ждёт."
      >
        {waiting.items.map(({ author, updated_at, ...one }) => (
          <OverviewLine key={one.id} {...one} about={`${author}, ${formatDateTime(updated_at)}`} />
        ))}
      </Card>
      <Card
        title="Случаи на проверке"
        total={cases.total}
        all="/profile/editors/cases/"
        empty="Авторы ничего не ждут."
      >
        {cases.items.map(({ id, title, since }) => (
          <li key={id}>
            <a href={`/profile/editors/cases/?id=${id}`}>{title || 'Без названия'}</a>
            <span className="desk-kind muted text-3">ждёт с {formatDateTime(since)}</span>
          </li>
        ))}
      </Card>
      <Card
        title="Заявки и подтверждения"
        total={applications.total}
        all="/profile/editors/inbox/"
        empty="Никто не ждёт."
      >
        <li>
          {plural(applications.total, ['Ждёт', 'Ждут', 'Ждут'])} ответа: {applications.total}
          {applications.since && (
            <span className="desk-kind muted text-3">
              дольше всех — с {formatDateTime(applications.since)}
            </span>
          )}
          {applications.due && (
            <span className="desk-kind muted text-3">
              врачу обещан ответ до {formatDateTime(applications.due)}
            </span>
          )}
        </li>
      </Card>
    </>
  );
}

/** A record with what is to be said of it, and the word that its author has left. */
function OverviewLine({
  id,
  title,
  about,
  note,
}: {
  id: number;
  title: string;
  about: string;
  note?: string | null;
}) {
  return (
    <li>
      <a href={recordAddress(id)}>{title}</a>
      <span className="desk-kind muted text-3">{about}</span>
      {note && <span className="desk-kind muted text-3">«{note}»</span>}
    </li>
  );
}
