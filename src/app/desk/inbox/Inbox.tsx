import { call, type Output } from '#contract/client/call.ts';
import { applicationStatuses, applicationTypes } from '#domain/applications.ts';
import { recordAddress } from '#domain/desk.ts';
import { reportStatuses } from '#domain/reports.ts';
import { invalidate } from '#stores/queries.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import { ListScreen } from '../parts/ListScreen.tsx';
import { useDraftState } from '../../lib/kept.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { pageNumber, useSearchState } from '../../lib/useSearchState.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { formatDateTime } from '../../lib/dates.ts';

type Report = Output<'GET /api/editors/reports'>['items'][number];
type Application = Output<'GET /api/editors/applications'>['items'][number];

/** What readers, doctors and partners have written; every answer goes to the sender. */
export function Inbox() {
  return (
    <>
      <h1>Обращения</h1>
      <Reports />
      <ApplicationQueue />
    </>
  );
}

const fields = { page: pageNumber };

function Reports() {
  const search = useSearchState(fields, 'reports_');
  const { query, refetch } = useQuery('GET /api/editors/reports', {
    query: { page_size: 20, ...search.query },
  });
  return (
    <section>
      <h2>Неточности от читателей</h2>
      <ListScreen query={query} refetch={refetch} search={search} empty="Сообщений нет.">
        {({ items }) => (
          <ul className="desk-history">
            {items.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </ul>
        )}
      </ListScreen>
    </section>
  );
}

function ReportCard({ report }: { report: Report }) {
  const [text, setText, forget] = useDraftState(`answer to report ${report.id}`, report.answer ?? '');
  const { run, isBusy, message } = useMutation();
  const decide = async (status: 'work' | 'answered' | 'closed') => {
    const { ok } = await run(() =>
      call('POST /api/editors/reports/{id}', {
        path: { id: report.id },
        json: { status, answer: text },
      }),
    );
    if (!ok) return;
    forget();
    invalidate('GET /api/editors/reports');
  };
  return (
    <li>
      <div className="cluster gap-6 row-gap-3">
        {report.record ? <a href={recordAddress(report.record.id)}>{report.record.title}</a> : 'Записи нет'}
        {report.field_title && <span>Поле «{report.field_title}»</span>}
        <Pill title={reportStatuses[report.status]} tone={report.status === 'new' ? 'warn' : 'info'} />
        <span className="muted">{formatDateTime(report.created_at)}</span>
      </div>
      <p className="block pre-line">{report.text}</p>
      <TextArea
        id={`report-${report.id}`}
        label="Ответ"
        hint={
          report.has_email
            ? 'Уйдёт письмом приславшему.'
            : 'Приславший не оставил адреса: ответ останется здесь.'
        }
        error={message || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="desk-actions cluster gap-4">
        <Button size="small" isBusy={isBusy} onClick={() => void decide('answered')}>
          Исправлено, ответить
        </Button>
        <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void decide('work')}>
          В работу
        </Button>
        <Button variant="quiet" size="small" isBusy={isBusy} onClick={() => void decide('closed')}>
          Закрыть без правки
        </Button>
      </div>
    </li>
  );
}

function ApplicationQueue() {
  const search = useSearchState(fields, 'applications_');
  const { query, refetch } = useQuery('GET /api/editors/applications', {
    query: { page_size: 20, ...search.query },
  });
  return (
    <section>
      <h2>Заявки</h2>
      <ListScreen query={query} refetch={refetch} search={search} empty="Никто не ждёт.">
        {({ items }) => (
          <ul className="desk-history">
            {items.map((application) => (
              <ApplicationCard key={application.id} application={application} />
            ))}
          </ul>
        )}
      </ListScreen>
    </section>
  );
}

function ApplicationCard({ application }: { application: Application }) {
  const [text, setText, forget] = useDraftState(`answer to application ${application.id}`, '');
  const { run, isBusy, message } = useMutation();
  const { verification } = application;
  const path = { id: application.id };
  const after = async (action: Promise<{ ok: boolean }>) => {
    if (!(await action).ok) return;
    forget();
    invalidate('GET /api/editors/applications');
  };
  const decide = (decision: 'accept' | 'decline') =>
    after(
      run(() =>
        call('POST /api/editors/applications/{id}/decide', { path, json: { decision, reason: text } }),
      ),
    );
  return (
    <li>
      <ApplicationDetails {...application} />
      <TextArea
        id={`application-${application.id}`}
        label={verification ? 'Причина отказа' : 'Ответ'}
        isOptional={Boolean(verification)}
        error={message || undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="desk-actions cluster gap-4">
        {verification ? (
          <>
            <Button size="small" isBusy={isBusy} onClick={() => void decide('accept')}>
              Подтвердить: врач
            </Button>
            <Button variant="danger" size="small" isBusy={isBusy} onClick={() => void decide('decline')}>
              Отказать
            </Button>
          </>
        ) : (
          <Button
            size="small"
            isBusy={isBusy}
            onClick={() =>
              void after(
                run(() => call('POST /api/editors/applications/{id}/answer', { path, json: { text } })),
              )
            }
          >
            Ответить
          </Button>
        )}
        {application.status === 'new' && (
          <Button
            variant="secondary"
            size="small"
            isBusy={isBusy}
            onClick={() =>
              void run(() => call('POST /api/editors/applications/{id}/take', { path })).then(
                ({ ok }) => ok && invalidate('GET /api/editors/applications'),
              )
            }
          >
            Взять в работу
          </Button>
        )}
      </div>
    </li>
  );
}

/** Who asks for what, with the papers. */
function ApplicationDetails({ type, user, status, created_at, text, files, verification }: Application) {
  return (
    <>
      <div className="cluster gap-6 row-gap-3">
        <strong>{applicationTypes.find(({ code }) => code === type)?.title}</strong>
        <span>
          {user.last_name} {user.name} {user.second_name} {user.work && `· ${user.work}`}{' '}
          {user.city && `· ${user.city}`}
        </span>
        <Pill title={applicationStatuses[status]} />
        <span className="muted">{formatDateTime(created_at)}</span>
      </div>
      <p className="block pre-line">{text}</p>
      {files.length > 0 && (
        <p>
          {files.map((file) => (
            <a key={file.id} href={file.url}>
              {file.name}{' '}
            </a>
          ))}
        </p>
      )}
      {verification?.email && (
        <p>
          Рабочая почта {verification.email}:{' '}
          {verification.email_confirmed ? 'подтверждена' : 'ещё не подтверждена'}
        </p>
      )}
    </>
  );
}
