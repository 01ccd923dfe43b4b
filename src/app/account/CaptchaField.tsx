import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { CaptchaStore } from '#stores/captcha.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';

type Props = { captcha: CaptchaStore; id: string; error: string | undefined } & UseFormRegisterReturn;

const takeFocus = (message: HTMLElement | null) => message?.focus();

/** The picture and its word, or the check without a picture. */
export function CaptchaField({ captcha, ...field }: Props) {
  const picture = useStore(captcha.$picture);
  const isLoading = useStore(captcha.$isLoading);
  const hasFailed = useStore(captcha.$hasFailed);
  const solution = useStore(captcha.$solution);
  const isSolving = useStore(captcha.$isSolving);
  const isLong = useStore(captcha.$isLong);
  const [isAsked, setAsked] = useState(false);
  if (solution)
    return (
      // The pressed button is gone: anyone who goes by keys goes on from here.
      <p className="callout" data-tone="ok" role="status" tabIndex={-1} ref={isAsked ? takeFocus : undefined}>
        <Icon name="circle-check" /> Проверка пройдена.
      </p>
    );
  if (picture?.needed === false) return <p role="status">{isSolving && 'Проверяем браузер…'}</p>;
  return (
    <div className="captcha stack gap-6 justify-start">
      <div className="captcha-picture cluster gap-5">
        {picture && !isLoading ? (
          <img src={picture.picture} alt="Слово, которое нужно ввести" width="240" height="80" />
        ) : (
          <span>{hasFailed ? 'Картинка не загрузилась' : 'Загружаем картинку…'}</span>
        )}
        <Button variant="secondary" size="small" disabled={isLoading} onClick={() => void captcha.refresh()}>
          <Icon name="refresh" />
          Другая картинка
        </Button>
      </div>
      <TextField label="Слово с картинки" autoComplete="off" spellCheck={false} required {...field} />
      <Button
        variant="quiet"
        size="small"
        isBusy={isSolving}
        busy={
          isLong
            ? 'Проверяем браузер: отсюда сейчас много регистраций, это займёт около минуты…'
            : 'Проверяем браузер…'
        }
        onClick={() => {
          setAsked(true);
          void captcha.solve();
        }}
      >
        Не вижу картинку: проверить без неё
      </Button>
      <p role="status">
        {hasFailed && picture && 'Проверка не удалась. Обновите картинку или повторите проверку.'}
      </p>
    </div>
  );
}
