import { useRef } from 'react';
import { CallError } from '#contract/client/call.ts';
import type { User } from '#contract/client/user.ts';
import { maxAvatarBytes } from '#contract/forms/profile.ts';
import { changeProfile } from '#stores/session.ts';
import { Button } from '#ui/Button.tsx';
import { FormError } from '#ui/FormError.tsx';
import { useMutation } from '../lib/useMutation.ts';

/** The picture of a person (ruling G55): its owner alone sees it. */
export function Avatar({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, message, run } = useMutation();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    await run(async () => await changeProfile('POST /api/user/avatar/update', { form: checked(file) }));
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <div className="avatar cluster gap-8">
        {user.avatar ? (
          <img
            className="avatar-picture center bold brand no-shrink"
            src={user.avatar}
            alt="Ваша фотография"
            width="88"
            height="88"
          />
        ) : (
          <span className="avatar-picture center bold brand no-shrink" aria-hidden>
            {[...user.name][0]}
            {[...user.last_name][0]}
          </span>
        )}
        <div className="line-body stack gap-1 can-shrink">
          <div className="row">
            <label className="button" data-variant="secondary" data-size="small" aria-busy={isBusy}>
              {isBusy ? 'Загружаем…' : user.avatar ? 'Заменить' : 'Загрузить'}
              <input
                className="visually-hidden"
                ref={input}
                type="file"
                accept="image/jpeg,image/png,image/webp"
                disabled={isBusy}
                aria-describedby="avatar-hint"
                onChange={({ target }) => void choose(target.files?.[0])}
              />
            </label>
            {user.avatar && (
              <Button
                variant="quiet"
                size="small"
                disabled={isBusy}
                onClick={() => void run(() => changeProfile('POST /api/user/avatar/remove', {}))}
              >
                Удалить
              </Button>
            )}
          </div>
          <small className="muted text-3" id="avatar-hint">
            JPEG, PNG или WebP до 5 мб. Место и время съёмки из файла удаляются.
          </small>
        </div>
      </div>
      <FormError message={message} />
    </>
  );
}

/** A file that is too large is not even sent. */
function checked(avatar: File): { avatar: File } {
  if (avatar.size > maxAvatarBytes)
    throw new CallError(413, [{ message: 'Картинка больше 5 мб.: выберите поменьше.' }]);
  return { avatar };
}
