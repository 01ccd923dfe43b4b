import { useState } from 'react';
import { call, type Output } from '#contract/client/call.ts';
import { factorChange, factorCode } from '#contract/forms/access.ts';
import { plural } from '#domain/plural.ts';
import { loadUser } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorSummary } from '#ui/ErrorSummary.tsx';
import { TextField } from '#ui/Field.tsx';
import { useCallForm } from '../form/useCallForm.ts';
import { dayOf } from './dates.ts';
import { LoadedPart } from './LoadedPart.tsx';
import { OwnerFields } from './OwnerFields.tsx';
import { Panel } from './Panel.tsx';
import { useLoaded } from './useLoaded.ts';

type Setup = Output<'POST /api/user/second-factor/setup'>;
type Step =
  | { name: 'seen' }
  | { name: 'asked'; deed: 'setup' | 'disable' | 'codes' }
  | { name: 'scanning'; setup: Setup }
  | { name: 'codes'; codes: readonly string[] };

/** Sign-in in two steps: offered to all, required of editors and administrators (ruling G54). */
export function SecondFactor() {
  const { loaded, again } = useLoaded(() => call('GET /api/user/second-factor'));
  const [step, setStep] = useState<Step>({ name: 'seen' });
  const finish = async () => {
    setStep({ name: 'seen' });
    again();
    await loadUser();
  };
  return (
    <Panel title="Вход в два шага" id="second-factor">
      <LoadedPart loaded={loaded} again={again}>
        {(factor) => {
          if (step.name === 'asked')
            return (
              <PasswordFirst
                deed={step.deed}
                hasFactor={factor.state === 'on'}
                onCancel={() => setStep({ name: 'seen' })}
                onSetup={(setup) => setStep({ name: 'scanning', setup })}
                onCodes={(codes) => setStep({ name: 'codes', codes })}
                onDisabled={() => void finish()}
              />
            );
          if (step.name === 'scanning')
            return (
              <Scanning
                setup={step.setup}
                onCancel={() => setStep({ name: 'seen' })}
                onConfirmed={(codes) => setStep({ name: 'codes', codes })}
              />
            );
          if (step.name === 'codes') return <Codes codes={step.codes} onSeen={() => void finish()} />;
          if (factor.state === 'off')
            return (
              <>
                <p>
                  После пароля портал спросит шесть цифр из приложения для кодов. Даже зная пароль, никто
                  другой не войдёт.
                </p>
                <div>
                  <Button onClick={() => setStep({ name: 'asked', deed: 'setup' })}>Настроить</Button>
                </div>
              </>
            );
          return (
            <>
              <p>
                Включён{factor.confirmed_at && ` ${dayOf(factor.confirmed_at)}`}. Запасных кодов осталось:{' '}
                {factor.codes_left} {plural(factor.codes_left, ['код', 'кода', 'кодов'])}.
              </p>
              <div className="row">
                <Button variant="secondary" onClick={() => setStep({ name: 'asked', deed: 'codes' })}>
                  Новые запасные коды
                </Button>
                {!factor.required && (
                  <Button variant="quiet" onClick={() => setStep({ name: 'asked', deed: 'disable' })}>
                    Выключить
                  </Button>
                )}
              </div>
            </>
          );
        }}
      </LoadedPart>
    </Panel>
  );
}

interface PasswordFirstProps {
  deed: 'setup' | 'disable' | 'codes';
  hasFactor: boolean;
  onCancel(): void;
  onSetup(setup: Setup): void;
  onCodes(codes: readonly string[]): void;
  onDisabled(): void;
}

function PasswordFirst({ deed, hasFactor, onCancel, onSetup, onCodes, onDisabled }: PasswordFirstProps) {
  const { submit, isSending, problems, field } = useCallForm({
    id: 'factor',
    schema: factorChange,
    values: { password: '', code: '' },
    async send(form) {
      if (deed === 'setup') onSetup(await call('POST /api/user/second-factor/setup', { form }));
      else if (deed === 'codes')
        onCodes((await call('POST /api/user/second-factor/codes', { form })).recovery_codes);
      else {
        await call('POST /api/user/second-factor/disable', { form });
        onDisabled();
      }
    },
  });
  return (
    <form className="form" noValidate onSubmit={submit} aria-label="Пароль">
      <ErrorSummary title="Не получилось" problems={problems} />
      <OwnerFields hasFactor={hasFactor} field={field} isFirst />
      <div className="row">
        <Button type="submit" isBusy={isSending} busy="Проверяем…">
          {deed === 'disable' ? 'Выключить' : 'Продолжить'}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Отменить
        </Button>
      </div>
    </form>
  );
}

interface ScanningProps {
  setup: Setup;
  onCancel(): void;
  onConfirmed(codes: readonly string[]): void;
}

function Scanning({ setup, onCancel, onConfirmed }: ScanningProps) {
  const { submit, isSending, problems, field } = useCallForm({
    id: 'factor',
    schema: factorCode,
    values: { code: '' },
    async send(form) {
      onConfirmed((await call('POST /api/user/second-factor/confirm', { form })).recovery_codes);
    },
  });
  const { size, path } = setup.qr;
  return (
    <form className="form" noValidate onSubmit={submit} aria-label="Настройка второго шага">
      <ErrorSummary title="Код не подошёл" problems={problems} />
      <p>
        Наведите на рисунок приложение для кодов, например «Яндекс Ключ» или другое, которым вы пользуетесь.
      </p>
      <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR-код для приложения">
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
      <div className="row">
        <Button type="submit" isBusy={isSending} busy="Проверяем…">
          Включить
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Отменить
        </Button>
      </div>
    </form>
  );
}

/** Shown once: the portal keeps their prints only. */
function Codes({ codes, onSeen }: { codes: readonly string[]; onSeen(): void }) {
  return (
    <div className="form">
      <p className="form-done" role="status">
        Вход в два шага включён. Сохраните запасные коды: каждый заменит приложение один раз, если его не
        окажется под рукой. Больше мы их не покажем.
      </p>
      <ul className="spare-codes">
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
