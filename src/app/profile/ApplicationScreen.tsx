import { useState } from 'react';
import type { Output } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { applicationStatuses, applicationTypes } from '#domain/applications.ts';
import { formatBytes } from '#domain/bytes.ts';
import { Button } from '#ui/Button.tsx';
import { Pill } from '#ui/Pill.tsx';
import { codeInAddress } from '../account/codeInAddress.ts';
import { ApplicationForm } from './ApplicationForm.tsx';
import { formatDate, formatDateTime } from '../lib/dates.ts';
import { Async } from '../lib/LoadError.tsx';
import { Panel } from './Panel.tsx';
import { ProfileFrame } from './ProfileFrame.tsx';
import { useQuery } from '../lib/useQuery.ts';
import { Verification, VerificationForm } from './Verification.tsx';

type Application = Output<'GET /api/applications'>[number];

/** /profile/application/: applications and what became of them (ruling G42). */
export function ApplicationScreen() {
  const [code] = useState(codeInAddress);
  return (
    <ProfileFrame code="application">
      {(user) => (
        <>
          {code && <WorkEmail code={code} />}
          <SentApplications user={user} />
        </>
      )}
    </ProfileFrame>
  );
}

/** The letter to the address at work has been followed. */
function WorkEmail({ code }: { code: string }) {
  const { query } = useQuery('POST /api/user/verification/confirm', { form: { code } });
  const outcome = query.state === 'failed' ? query.error : query.data;
  return (
    <p className="callout" data-tone="info" role="status">
      {outcome?.message ?? 'Подтверждаем рабочую почту…'}
    </p>
  );
}

function SentApplications({ user }: { user: User }) {
  const { query, refetch, replace } = useQuery('GET /api/applications');
  const [sent, setSent] = useState<string>();
  const waiting = query.data?.find(
    ({ type, status }) => type === 'verification' && (status === 'new' || status === 'work'),
  );
  const add = (application: Application) => {
    setSent(`Заявка № ${application.id} отправлена.`);
    if (query.data) replace([application, ...query.data]);
    else refetch();
  };
  return (
    <>
      <p className="callout" data-tone="ok" role="status">
        {sent}
      </p>
      {user.type === 'doctor' &&
        !user.verified &&
        (waiting ? (
          <Panel title="Подтвердить, что я врач" id="verification">
            <p>Заявка № {waiting.id} отправлена. О решении придёт письмо.</p>
            <details>
              <summary>Указать другую почту или приложить документ</summary>
              <VerificationForm onSent={add} />
            </details>
          </Panel>
        ) : (
          query.data && <Verification onSent={add} />
        ))}
      <Panel title="Новая заявка">
        <ApplicationForm onSent={add} />
      </Panel>
      <Panel title="Мои заявки">
        <Async query={query} refetch={refetch}>
          {(applications) =>
            applications.length === 0 ? (
              <p>Заявок пока нет.</p>
            ) : (
              <ul className="lines stack gap-0">
                {applications.map((application) => (
                  <li key={application.id}>
                    <ApplicationLine application={application} />
                  </li>
                ))}
              </ul>
            )
          }
        </Async>
      </Panel>
    </>
  );
}

const titleOf = ({ type }: Application) => applicationTypes.find(({ code }) => code === type)?.title ?? type;

function ApplicationLine({ application }: { application: Application }) {
  const { id, text, record, status, answer, history, files, created_at } = application;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="line-body stack gap-1 can-shrink">
      <div className="spread gap-8 row-gap-4">
        <b>{titleOf(application)}</b>
        <Pill title={applicationStatuses[status]} tone={status === 'answered' ? 'ok' : undefined} />
      </div>
      <small className="muted text-3">
        № {id} от {formatDate(created_at)}
      </small>
      {answer && (
        <p className="callout" data-tone="info">
          <b>Ответ:</b> {answer}
        </p>
      )}
      <div>
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Свернуть' : 'Подробнее'}
        </Button>
      </div>
      {isOpen && (
        <>
          <p className="application-text pre-line">{text}</p>
          {record && <p>О записи: {record.title}</p>}
          {files.length > 0 && (
            <ul>
              {files.map((file) => (
                <li key={file.id}>
                  <a href={file.url} download={file.name}>
                    {file.name}
                  </a>{' '}
                  ({formatBytes(file.size)})
                </li>
              ))}
            </ul>
          )}
          <ol className="lines stack gap-0">
            {history.map((step) => (
              <li key={step.at}>
                {applicationStatuses[step.status]}{' '}
                <small className="muted text-3">{formatDateTime(step.at)}</small>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
