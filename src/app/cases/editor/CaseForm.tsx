import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormProvider, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import type { CaseCheck, OwnCase } from '#contract/cases.ts';
import { caseContent } from '#contract/forms/cases.ts';
import { reasonOf } from '#contract/forms/masked-text.ts';
import { caseSections, demonstration, type CaseSection } from '#domain/cases.ts';
import { counted } from '#domain/plural.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { $check, checkDraft, draft, submitDraft } from '#stores/cases/draft.ts';
import { $findings, lookAt, lookNow } from '#stores/cases/findings.ts';
import { $user } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary, type FormProblem } from '#ui/ErrorSummary.tsx';
import { CaseArticle } from '../reading/CaseArticle.tsx';
import { controlId } from './control.ts';
import { Sections, ShortSections } from './Sections.tsx';
import { useCaseText } from './useCaseText.ts';
import { afterPress } from '../../lib/afterPress.ts';
import { ConflictPanel } from '../../lib/ConflictPanel.tsx';
import { useLeaveGuard, useSaveKey } from '../../lib/leaving.ts';
import { SavingStatus } from '../../lib/SavingStatus.tsx';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';

/** The form on the left, on the right the case as colleagues will read it. */
export function CaseForm({ own }: { own: OwnCase | null }) {
  const form = useForm<CaseContent>({
    defaultValues: draft.$incoming.get(),
    resolver: afterPress(zodResolver(caseContent as $ZodType<CaseContent, CaseContent>)),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const isRestored = useStore(draft.$isRestored);
  const { submit, problems, isSending } = useSubmit(form);
  const [isShort, setShort] = useState(isShortHere);

  useEffect(() => draft.$incoming.listen((values) => form.reset(values)), [form]);
  useLeaveGuard(draft.wouldLose);
  /** Saves what the fields hold now: the last key may not have reached the store yet. */
  const saveNow = () => {
    draft.set(structuredClone(form.getValues()));
    return draft.flush();
  };
  useSaveKey(saveNow);

  const number = own?.id;
  useEffect(() => {
    // A new case has a number after its first saving: a reload opens it, not an empty form.
    if (number !== undefined && (location.pathname.includes('/create/') || isShort !== isShortHere()))
      history.replaceState(null, '', `/profile/cases/edit/?id=${number}${isShort ? '&short=1' : ''}`);
  }, [number, isShort]);

  return (
    <FormProvider {...form}>
      <div className="case-editor align-start stack">
        <form
          className="stack gap-14"
          noValidate
          aria-label="Клинический случай"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div className="case-savebar spread gap-4 rounded">
            <SavingStatus draft={draft} hint="Сохраняется само, каждые пять секунд" />
            <Button variant="secondary" size="small" onClick={() => void saveNow()} title="Ctrl+S">
              Сохранить
            </Button>
          </div>
          <ConflictPanel
            draft={draft}
            titleOf={sectionTitle}
            format={(_section, value) => formatPart(value)}
            theirName={() => 'Сохранённое'}
          />
          {own?.demo && <p className="dashed pad-12 stack gap-6 justify-start">{demonstration}</p>}
          {isRestored && (
            <p className="dashed pad-12 stack gap-6 justify-start" role="status">
              Вернули то, что вы писали на этом устройстве и что не успело сохраниться.
            </p>
          )}
          <OpenRemarks own={own} />
          <ErrorSummary title="Случай не отправлен" problems={problems} />
          {isShort ? <ShortSections own={own} /> : <Sections own={own} />}
          {isShort && (
            <p>
              <Button variant="quiet" onClick={() => setShort(false)}>
                Описать подробнее: все разделы случая
              </Button>
            </p>
          )}
          <SendingNote isSending={isSending} />
        </form>
        {!isShort && <CasePreview own={own} />}
      </div>
      <FollowAnswers />
    </FormProvider>
  );
}

const isShortHere = () => new URLSearchParams(location.search).has('short');

const otherTitles: Record<string, string> = {
  cleared: 'Отметки о персональных данных',
  rarity_accepted: 'Согласие с редкостью сочетания',
};
const sectionTitle = (field: string) => caseSections[field as CaseSection] ?? otherTitles[field] ?? field;

/** Any part of a case as a few lines. */
function formatPart(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (Array.isArray(value)) return value.map(formatPart).join('\n');
  if (value && typeof value === 'object')
    return Object.values(value).map(formatPart).filter(Boolean).join(', ');
  return String(value ?? '');
}

/** Submits a case that is complete, saved and free of names; obstacles are listed above the form. */
function useSubmit(form: UseFormReturn<CaseContent>) {
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const { run, isBusy: isSending } = useMutation();
  const submit = async () => {
    setProblems([]);
    if (!(await form.trigger())) {
      setProblems(problemsOfForm(form.formState.errors));
      return;
    }
    draft.set(structuredClone(form.getValues()));
    const result = await run(async () => {
      const check = await checkDraft();
      if (!check)
        return setProblems([{ message: 'Случай ещё не сохранён: дождитесь сохранения и повторите.' }]);
      await lookNow(form.getValues());
      const found = problemsOfCheck(check, form.getValues('rarity_accepted'));
      if (found.length > 0) return setProblems(found);
      const sent = await submitDraft();
      return await openPage(`/profile/cases/detail/?id=${sent.id}`);
    });
    if (!result.ok)
      setProblems(
        result.error.errors.map(({ message, customData }) => ({
          message,
          field: customData?.field ? controlId(customData.field) : undefined,
        })),
      );
  };
  return { submit, problems, isSending };
}

/** Tells the stores of every change; a component of its own, so that a key does not draw the whole form again. */
function FollowAnswers() {
  const values = useWatch<CaseContent>();
  useEffect(() => {
    // All fields have their defaults: what is watched is whole.
    const now = structuredClone(values as CaseContent);
    draft.set(now);
    lookAt(now);
  }, [values]);
  return null;
}

/** What the editor has asked for and is not dealt with yet. */
function OpenRemarks({ own }: { own: OwnCase | null }) {
  const open = own?.remarks.filter(({ resolved_at }) => !resolved_at) ?? [];
  if (open.length === 0 || !own) return null;
  return (
    <p className="dashed pad-12 stack gap-6 justify-start">
      Редактор оставил {counted(open.length, ['замечание', 'замечания', 'замечаний'])}: они стоят у своих
      полей. <a href={`/profile/cases/detail/?id=${own.id}`}>Все замечания и история</a>
    </p>
  );
}

function SendingNote({ isSending }: { isSending: boolean }) {
  const count = Object.values(useStore($findings)).reduce((sum, found) => sum + found.length, 0);
  const check = useStore($check);
  const user = useStore($user);
  return (
    <div className="stack gap-8 justify-start">
      {count > 0 && (
        <p className="callout" data-tone="warn" data-marked>
          В тексте {counted(count, ['место похоже', 'места похожи', 'мест похожи'])} на персональные данные.
          Замените их или отметьте, что это не они: пока слова стоят только на этом устройстве.
        </p>
      )}
      {check?.rarity.isRare && (
        <p className="callout" data-tone="warn" data-marked>
          {check.rarity.message}
        </p>
      )}
      {user && !user.verified && (
        <p className="dashed pad-12 stack gap-6 justify-start">
          Отправить случай может врач, чью профессию подтвердила редакция. Писать и сохранять можно уже
          сейчас. <a href="/profile/application/">Подтвердить профессию</a>
        </p>
      )}
      <Button type="submit" isBusy={isSending} busy="Проверяем…">
        Отправить на проверку
      </Button>
    </div>
  );
}

function problemsOfCheck(
  { problems, findings, rarity }: CaseCheck,
  isRarityAccepted: boolean,
): FormProblem[] {
  const open = findings.filter(({ cleared }) => !cleared);
  const found = $findings.get();
  return [
    ...problems.map(({ path, message }) => ({ message, field: controlId(path) })),
    // The server has marks where the author still sees the words.
    ...Object.entries(found).flatMap(([path, places]) =>
      places.map(({ words }) => ({
        message: `Похоже на персональные данные: «${words}»`,
        field: controlId(path),
      })),
    ),
    ...open
      .filter(({ path }) => !found[path])
      .map(({ field, path, words }) => ({
        message: reasonOf({ field, words }),
        field: controlId(path),
      })),
    ...(rarity.isRare && !isRarityAccepted
      ? [{ message: rarity.message, field: controlId('rarity_accepted') }]
      : []),
  ];
}

function problemsOfForm(errors: object, path = ''): FormProblem[] {
  return Object.entries(errors).flatMap(([name, error]: [string, unknown]) => {
    if (!error || typeof error !== 'object') return [];
    const here = path ? `${path}.${name}` : name;
    if ('message' in error && typeof error.message === 'string' && error.message)
      return [{ message: error.message, field: controlId(here) }];
    return 'nodeType' in error ? [] : problemsOfForm(error, here);
  });
}

function CasePreview({ own }: { own: OwnCase | null }) {
  const content = useWatch<CaseContent>() as CaseContent;
  const text = useCaseText(content, own?.files ?? []);
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 62rem)').matches);
  return (
    <details
      className="case-preview"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="semibold tap">Предпросмотр</summary>
      {isOpen && (
        <div
          className="case-preview-page stack gap-8 box pad-10"
          role="region"
          aria-label="Предпросмотр: так случай увидят коллеги"
          tabIndex={0}
        >
          <h2>{content.title || 'Без названия'}</h2>
          <CaseArticle text={text} level={3} isPreview />
        </div>
      )}
    </details>
  );
}
