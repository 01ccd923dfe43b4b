import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { isEditor, isFamily, type User } from '#contract/client/user.ts';
import { suggestRecords } from '#stores/cases/records.ts';
import { changeProfile } from '#stores/session.ts';
import { $subscriptions, follow } from '#stores/subscriptions.ts';
import { Button } from '#ui/Button.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { SuggestField } from '#ui/SuggestField.tsx';
import { Panel } from '../profile/Panel.tsx';
import { FormError } from '#ui/FormError.tsx';
import { enough, SuggestedDiseases } from '../profile/SuggestedDiseases.tsx';
import { VerificationForm } from '../profile/Verification.tsx';
import { useDictionary } from '../lib/useDictionary.ts';
import { useMutation } from '../lib/useMutation.ts';
import { useQuery } from '../lib/useQuery.ts';
import './styles.ts';

/**
 * What a new account is asked on one screen: speciality, three diseases, verification. It stays until it is done or put
 * away.
 */
export function FirstSteps({ user }: { user: User }) {
  const followed = useStore($subscriptions);
  const [isHidden, setHidden] = useState(() => areStepsHidden(user.id));
  if (isHidden || isEditor(user) || !followed) return null;
  const isDone =
    followed.length >= (isFamily(user) ? 1 : enough) &&
    (user.type === 'patient' || (user.verified && user.specialization_id.length > 0));
  const hide = () => {
    hideSteps(user.id);
    setHidden(true);
  };
  return <OnboardingSteps user={user} isDone={isDone} hide={hide} />;
}

function OnboardingSteps({ user, isDone, hide }: { user: User; isDone: boolean; hide(): void }) {
  // The last thing done does not take the rest away under the hand.
  const [wasDone] = useState(isDone);
  if (wasDone) return null;
  const isDoctor = user.type === 'doctor';
  return (
    <Panel
      title="Первые шаги"
      action={
        <Button variant="quiet" size="small" onClick={hide}>
          {isDone ? 'Готово' : 'Больше не показывать'}
        </Button>
      }
    >
      <ol className="first-steps gap-12 stack">
        {isDoctor && <Speciality user={user} />}
        <Diseases />
        {isDoctor && <Verifying user={user} />}
      </ol>
    </Panel>
  );
}

function Speciality({ user }: { user: User }) {
  const specialization = useDictionary('specialization');
  const [chosen, setChosen] = useState<readonly string[]>(user.specialization_id);
  const { run, message } = useMutation();
  const saving = useRef(Promise.resolve());
  /** One after another: the last choice is the one that stays. */
  const change = (ids: string[]) => {
    setChosen(ids);
    const save = () => changeProfile('POST /api/doctor/update', { json: { specialization_id: ids } });
    saving.current = saving.current.then(() => run(save)).then(() => undefined);
  };
  return (
    <li>
      <h3>Ваша специальность</h3>
      <MultiSelect
        id="first-speciality"
        label="Специальности"
        hint="Вопросы коллег по ним будут приходить вам. Изменения сохраняются сразу."
        options={specialization}
        value={chosen}
        onChange={change}
      />
      <FormError message={message} />
    </li>
  );
}

function Diseases() {
  const followed = useStore($subscriptions) ?? [];
  const { run, message } = useMutation();
  const names = followed.filter(({ kind }) => kind === 'disease').map(({ title }) => title);
  return (
    <li>
      <h3>Три болезни, за которыми вы следите</h3>
      <p role="status">{names.length > 0 && `Вы следите: ${names.join(', ')}.`}</p>
      {followed.length < enough && <SuggestedDiseases />}
      <SuggestField
        id="first-diseases"
        label="Найти болезнь"
        hint="Напишем, что в ней изменилось. Как часто, выберите в подписках."
        suggest={(query, signal) => suggestRecords('diseases', query, signal)}
        titleOf={({ title }) => title}
        pick={({ id }) => void run(() => follow({ kind: 'disease', id: String(id) }))}
      />
      <FormError message={message} />
    </li>
  );
}

function Verifying({ user }: { user: User }) {
  const [sent, setSent] = useState<number>();
  const { query } = useQuery('GET /api/applications');
  const asked = query.data?.find(
    ({ type, status }) => type === 'verification' && (status === 'new' || status === 'work'),
  );
  const number = sent ?? asked?.id;
  return (
    <li>
      <h3>Подтверждение</h3>
      {user.verified ? (
        <p>Вы подтверждены как врач.</p>
      ) : number ? (
        <p role="status">Заявка № {number} отправлена. О решении придёт письмо.</p>
      ) : (
        <details>
          <summary>Подтвердить, что я врач</summary>
          <VerificationForm onSent={({ id }) => setSent(id)} />
        </details>
      )}
    </li>
  );
}

const hiddenKey = 'first-steps';

/** Whether this person has put the first steps away in this browser. */
function areStepsHidden(id: number): boolean {
  try {
    return localStorage.getItem(hiddenKey) === String(id);
  } catch {
    return false;
  }
}

function hideSteps(id: number): void {
  try {
    localStorage.setItem(hiddenKey, String(id));
  } catch {
    // A forbidden storage: they come again with the next page.
  }
}
