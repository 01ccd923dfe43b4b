import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { OwnCase } from '#contract/cases.ts';
import { remarkAnswer } from '#contract/forms/cases.ts';
import { caseSections, demonstration, type CaseSection } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import { deleteDraft, unlockDrafts } from '#stores/encrypted-drafts.ts';
import { asSignedIn } from '#stores/signing-in.ts';
import { Button } from '#ui/Button.tsx';
import { formatDate } from '../../lib/dates.ts';
import { confirmAction } from '../../chrome/confirmAction.ts';
import { TextArea } from '#ui/Field.tsx';
import { Pill } from '#ui/Pill.tsx';
import { ApiForm } from '../../lib/ApiForm.tsx';
import { useCaseText } from '../editor/useCaseText.ts';
import { CaseArticle } from '../reading/CaseArticle.tsx';
import { CaseQuery } from '../States.tsx';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';
import { StatePill } from './StatePill.tsx';
import { useOwnCase } from './useOwnCase.ts';

/** An own case: its state, what the editor has remarked, its history, and what can be done with it. */
export function OwnCasePage() {
  const { query, refetch } = useOwnCase();
  return (
    <CaseQuery
      query={query}
      refetch={refetch}
      notFound={
        <>
          <p>Такого случая у вас нет: его удалили, или в адресе ошибка.</p>
          <a href="/profile/cases/">Мои случаи</a>
        </>
      }
    >
      {(own) => <Own own={own} />}
    </CaseQuery>
  );
}

function Own({ own }: { own: OwnCase }) {
  const text = useCaseText(own.content, own.files);
  const open = own.remarks.filter(({ resolved_at }) => !resolved_at);
  const after = (field: CaseSection) => {
    const remarks = own.remarks.filter((remark) => remark.field === field);
    return remarks.length > 0 ? <SectionRemarks remarks={remarks} field={field} /> : null;
  };
  return (
    <div className="case-page align-start stack">
      <div className="stack gap-12">
        <h2>{own.content.title || 'Без названия'}</h2>
        <p className="case-byline cluster gap-6 row-gap-3">
          <StatePill state={own.state} />
          {own.demo && <Pill title={demonstration} />}
          <span className="muted">изменён {formatDate(own.updated_at)}</span>
        </p>
        {own.reason && (
          <div className="callout" data-tone="warn" data-marked>
            <b>Причина:</b> {own.reason}
          </div>
        )}
        {open.length > 0 && (
          <nav className="dashed pad-12 stack gap-6 justify-start" aria-label="Замечания редактора">
            <p>Редактор оставил {counted(open.length, ['замечание', 'замечания', 'замечаний'])}:</p>
            <ul>
              {open.map(({ id, field }) => (
                <li key={id}>
                  <a href={`#remark-${id}`}>{caseSections[field]}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <CaseArticle text={text} after={after} level={3} />
      </div>
      <aside className="case-aside stack gap-12" aria-label="Действия и история">
        <OwnCaseActions own={own} />
        <p>
          <a href={`/api/user/cases/${own.id}/phenopacket`} download>
            Сохранить как phenopacket
          </a>
        </p>
        {own.question_state === 'open' && own.published && (
          <p>
            <a href={`/cases/${own.id}/#outcome`}>Закрыть вопрос исходом</a>
          </p>
        )}
        <section>
          <h2>История</h2>
          <ol className="stack gap-5">
            {own.history.map((event, index) => (
              <li key={index}>
                {happened[event.action]}
                <span className="muted small">
                  {' '}
                  {formatDate(event.at)}
                  {event.by === 'editor' && ', редакция'}
                </span>
                {event.text && <p className="small">{event.text}</p>}
              </li>
            ))}
          </ol>
        </section>
      </aside>
    </div>
  );
}

const happened: Record<OwnCase['history'][number]['action'], string> = {
  created: 'Черновик создан',
  submitted: 'Отправлен на проверку',
  withdrawn: 'Отозван с проверки',
  returned: 'Возвращён с замечаниями',
  declined: 'Отклонён',
  accepted: 'Принят редактором',
  published: 'Опубликован',
  archived: 'Снят с публикации',
  discarded: 'Правка отменена',
  closed: 'Вопрос закрыт исходом',
  'consent removed': 'Согласие пациента удалено',
};

function SectionRemarks({ remarks, field }: { remarks: OwnCase['remarks']; field: CaseSection }) {
  const { resolveRemark } = useOwnCase();
  return (
    <ul
      className="case-remarks callout stack gap-5"
      data-tone="info"
      data-marked
      aria-label={`Замечания редактора: ${caseSections[field]}`}
    >
      {remarks.map(({ id, text, resolved_at, answer }) => (
        <li key={id} id={`remark-${id}`} tabIndex={-1} data-done={resolved_at ? true : undefined}>
          <p>
            <b>{resolved_at ? 'Учтено.' : `Замечание: ${caseSections[field]}.`}</b> {text}
          </p>
          {answer && (
            <p>
              <b>Вы:</b> {answer}
            </p>
          )}
          <Pressed variant="quiet" action={() => resolveRemark(id, !resolved_at)}>
            {resolved_at ? 'Вернуть' : 'Отметить учтённым'}
          </Pressed>
          <RemarkAnswer id={id} said={answer} isResolved={resolved_at !== null} />
        </li>
      ))}
    </ul>
  );
}

/** Some words to the editor: the next review shows them beside the remark. */
function RemarkAnswer({ id, said, isResolved }: { id: number; said: string; isResolved: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { resolveRemark } = useOwnCase();
  if (!isOpen)
    return (
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {said ? 'Изменить ответ редактору' : 'Ответить редактору'}
      </Button>
    );
  return (
    <ApiForm
      className="case-form stack gap-8 justify-start"
      id={`remark-answer-${id}`}
      kept={`remark answer ${id}`}
      schema={remarkAnswer}
      values={{ answer: said }}
      failed="Ответ не сохранён"
      submit="Сохранить ответ"
      busy="Сохраняем…"
      send={async ({ answer }) => {
        await resolveRemark(id, isResolved, answer);
        setOpen(false);
      }}
    >
      {({ field }) => <TextArea label="Ответ редактору" rows={2} required {...field('answer')} />}
    </ApiForm>
  );
}

/** What may be done in which state; the server decides in the end. */
function OwnCaseActions({ own }: { own: OwnCase }) {
  const { id, state, published, version } = own;
  const { act } = useOwnCase();
  return (
    <div className="cluster gap-6 row-gap-3 no-print">
      {state !== 'review' && (
        <a className="button" href={`/profile/cases/edit/?id=${id}`}>
          {state === 'published' ? 'Дополнить случай' : 'Изменить'}
        </a>
      )}
      {state === 'review' && <Pressed action={() => act('withdraw', version)}>Отозвать с проверки</Pressed>}
      {published && (
        <a className="button" data-variant="secondary" href={`/cases/${id}/`}>
          Как видят коллеги
        </a>
      )}
      {published && state !== 'published' && state !== 'review' && (
        <Pressed
          question="Отказаться от правки? Останется то, что опубликовано."
          action={() => act('discard', version)}
        >
          Отменить правку
        </Pressed>
      )}
      {published && (
        <Pressed
          question="Снять случай с публикации? Коллеги перестанут его видеть."
          action={() => act('archive', version)}
        >
          Снять с публикации
        </Pressed>
      )}
      {!published && state !== 'review' && (
        <Pressed
          question={`Удалить черновик «${own.content.title || 'Без названия'}»? Вернуть его нельзя.`}
          action={async () => {
            await removeDraft(own);
            await openPage('/profile/cases/');
          }}
        >
          Удалить черновик
        </Pressed>
      )}
    </div>
  );
}

async function removeDraft({ id, version }: OwnCase): Promise<void> {
  await asSignedIn(() =>
    call('POST /api/user/cases/{id}/remove', { path: { id }, json: { version }, isWatched: true }),
  );
  // Words that were never sent go with it.
  await unlockDrafts();
  await deleteDraft(String(id));
}

interface PressedProps {
  children: string;
  action(): Promise<void>;
  /** Asked before. */
  question?: string;
  variant?: 'secondary' | 'quiet';
}

function Pressed({ children, action, question, variant = 'secondary' }: PressedProps) {
  // The error store shows what was refused.
  const { run, isBusy } = useMutation();
  const press = async () => {
    if (!question || (await confirmAction(question))) await run(action);
  };
  return (
    <Button variant={variant} size="small" isBusy={isBusy} onClick={() => void press()}>
      {children}
    </Button>
  );
}
