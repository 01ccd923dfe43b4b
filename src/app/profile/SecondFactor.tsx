import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import type { FactorKind } from '#contract/client/user.ts';
import { factorChange, factorCode } from '#contract/forms/access.ts';
import { plural } from '#domain/plural.ts';
import { invalidate } from '#stores/queries.ts';
import { $user, loadAccount } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { ApiForm } from '../lib/ApiForm.tsx';
import { formatDate } from '../lib/dates.ts';
import { Async } from '../lib/LoadError.tsx';
import { emptyReauth, ReauthFields } from './ReauthFields.tsx';
import { Panel } from './Panel.tsx';
import { AddPasskey, Passkeys, RemovePasskey, RenamePasskey, type Passkey } from './Passkeys.tsx';
import { useQuery } from '../lib/useQuery.ts';

type Setup = Output<'POST /api/user/second-factor/setup'>;
type Factors = readonly FactorKind[];
type Step =
  | { name: 'seen' }
  | { name: 'asked'; action: 'setup' | 'disable' | 'codes' }
  | { name: 'scanning'; setup: Setup }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'adding' }
  | { name: 'renaming' | 'removing'; key: Passkey };

/** Sign-in in two steps: offered to all, required of editors and administrators (ruling G54). */
export function SecondFactor() {
  const { query, refetch } = useQuery('GET /api/user/second-factor');
  const factors: Factors = useStore($user)?.factors ?? [];
  const [step, setStep] = useState<Step>({ name: 'seen' });
  const look = () => setStep({ name: 'seen' });
  const finish = async () => {
    look();
    refetch();
    invalidate('GET /api/user/sessions');
    await loadAccount();
  };
  /** Codes are shown once, before all else. */
  const finishWith = (codes: readonly string[]) => {
    if (codes.length > 0) {
      setStep({ name: 'codes', codes });
      invalidate('GET /api/user/sessions');
    } else void finish();
  };
  return (
    <Panel title="Вход в два шага" id="second-factor">
      <Async query={query} refetch={refetch}>
        {(factor) => {
          if (step.name === 'asked')
            return (
              <PasswordFirst
                action={step.action}
                factors={factors}
                onCancel={look}
                onSetup={(setup) => setStep({ name: 'scanning', setup })}
                onCodes={finishWith}
                onDisabled={() => void finish()}
              />
            );
          if (step.name === 'scanning')
            return <Scanning setup={step.setup} onCancel={look} onConfirmed={finishWith} />;
          if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onSeen={() => void finish()} />;
          if (step.name === 'adding')
            return <AddPasskey factors={factors} onCancel={look} onAdded={finishWith} />;
          if (step.name === 'renaming')
            return <RenamePasskey passkey={step.key} onCancel={look} onRenamed={() => void finish()} />;
          if (step.name === 'removing')
            return (
              <RemovePasskey
                passkey={step.key}
                factors={factors}
                isLastNeeded={factor.required && !factor.confirmed_at && factor.passkeys.length === 1}
                onCancel={look}
                onRemoved={() => void finish()}
              />
            );
          return <Seen factor={factor} go={setStep} />;
        }}
      </Async>
    </Panel>
  );
}

type Factor = Output<'GET /api/user/second-factor'>;

/** What is set up, and what may be changed. */
function Seen({ factor, go }: { factor: Factor; go(step: Step): void }) {
  return (
    <>
      <p>
        {factor.state === 'off'
          ? 'После пароля портал спросит ключ доступа или шесть цифр из приложения для кодов. Даже зная пароль, никто другой не войдёт.'
          : `Включён. Запасных кодов осталось: ${factor.codes_left} ${plural(factor.codes_left, ['код', 'кода', 'кодов'])}.`}
      </p>
      {factor.state === 'on' && (
        <div>
          <Button variant="secondary" size="small" onClick={() => go({ name: 'asked', action: 'codes' })}>
            Новые запасные коды
          </Button>
        </div>
      )}
      <Passkeys
        passkeys={factor.passkeys}
        mayAdd={factor.may_add_passkey}
        onAdd={() => go({ name: 'adding' })}
        onRename={(key) => go({ name: 'renaming', key })}
        onRemove={(key) => go({ name: 'removing', key })}
      />
      <h3>Приложение для кодов</h3>
      <p>
        {factor.confirmed_at
          ? `Подключено ${formatDate(factor.confirmed_at)}`
          : 'Показывает шесть цифр, которые меняются каждые полминуты.'}
      </p>
      <div className="row">
        {!factor.confirmed_at && (
          <Button variant="secondary" onClick={() => go({ name: 'asked', action: 'setup' })}>
            Настроить
          </Button>
        )}
        {factor.confirmed_at && (!factor.required || factor.passkeys.length > 0) && (
          <Button variant="quiet" onClick={() => go({ name: 'asked', action: 'disable' })}>
            Отключить
          </Button>
        )}
      </div>
    </>
  );
}

interface PasswordFirstProps {
  action: 'setup' | 'disable' | 'codes';
  factors: Factors;
  onCancel(): void;
  onSetup(setup: Setup): void;
  onCodes(codes: readonly string[]): void;
  onDisabled(): void;
}

const PasswordFirst = ({ action, factors, onCancel, onSetup, onCodes, onDisabled }: PasswordFirstProps) => (
  <ApiForm
    id="factor"
    schema={factorChange}
    values={emptyReauth}
    label="Пароль"
    failed="Не получилось"
    submit={action === 'disable' ? 'Отключить' : 'Продолжить'}
    busy="Проверяем…"
    onCancel={onCancel}
    send={async (form) => {
      if (action === 'setup') onSetup(await call('POST /api/user/second-factor/setup', { form }));
      else if (action === 'codes')
        onCodes((await call('POST /api/user/second-factor/codes', { form })).recovery_codes);
      else {
        await call('POST /api/user/second-factor/disable', { form });
        onDisabled();
      }
    }}
  >
    {(form) => <ReauthFields of={form} factors={factors} isFirst />}
  </ApiForm>
);

interface ScanningProps {
  setup: Setup;
  onCancel(): void;
  onConfirmed(codes: readonly string[]): void;
}

function Scanning({ setup, onCancel, onConfirmed }: ScanningProps) {
  const { size, path } = setup.qr;
  return (
    <ApiForm
      id="factor"
      schema={factorCode}
      values={{ code: '' }}
      label="Настройка второго шага"
      failed="Код не подошёл"
      submit="Включить"
      busy="Проверяем…"
      onCancel={onCancel}
      send={async (form) =>
        onConfirmed((await call('POST /api/user/second-factor/confirm', { form })).recovery_codes)
      }
    >
      {({ field }) => (
        <>
          <p>
            Наведите на рисунок приложение для кодов, например «Яндекс Ключ» или другое, которым вы
            пользуетесь.
          </p>
          <svg
            className="qr rounded pad-6"
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="QR-код для приложения"
          >
            <path d={path} fill="currentColor" />
          </svg>
          <p>
            Не получается навести? Введите ключ вручную: <code>{setup.secret}</code>
          </p>
          <TextField
            label="Код из приложения"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            {...field('code')}
          />
        </>
      )}
    </ApiForm>
  );
}

/** Shown once: the portal keeps their prints only. */
function RecoveryCodes({ codes, onSeen }: { codes: readonly string[]; onSeen(): void }) {
  return (
    <div className="form stack gap-8">
      <p className="callout" data-tone="ok" role="status">
        Вход в два шага включён. Сохраните запасные коды: каждый один раз заменит ключ или приложение, если их
        не окажется под рукой. Больше мы их не покажем.
      </p>
      <ul aria-label="Запасные коды" className="spare-codes gap-3 columns-fill column-9">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button variant="secondary" onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
          Скопировать
        </Button>
        <Button onClick={onSeen}>Коды сохранены</Button>
      </div>
    </div>
  );
}
