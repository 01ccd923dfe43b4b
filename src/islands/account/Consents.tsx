import type { UseFormRegisterReturn } from 'react-hook-form';
import { boxes } from '#contract/forms/registration.ts';
import { CheckField } from '#ui/Field.tsx';

type Box = { id: string; error: string | undefined } & UseFormRegisterReturn;

/** Each consent has its own box and its own document; none is ticked beforehand (ruling G47). */
export function Consents({
  personal,
  mailings,
  specialist,
}: {
  personal: Box;
  mailings: Box;
  specialist?: Box;
}) {
  return (
    <>
      {specialist && <CheckField label={boxes.specialist} required {...specialist} />}
      <CheckField
        label={boxes.personal}
        hint={
          <a href="/upload/doc/assept.pdf" target="_blank" rel="noopener">
            Текст согласия (PDF, откроется в новой вкладке)
          </a>
        }
        required
        {...personal}
      />
      <CheckField
        label={`${boxes.mailings} — не обязательно`}
        hint="Отказаться можно в любой момент: в письме или в настройках."
        {...mailings}
      />
    </>
  );
}
