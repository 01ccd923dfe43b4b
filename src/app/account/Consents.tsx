import type { UseFormRegisterReturn } from 'react-hook-form';
import { boxes } from '#contract/forms/registration.ts';
import { CheckField } from '#ui/Field.tsx';

type Box = { id: string; error: string | undefined } & UseFormRegisterReturn;

const titles = {
  assept: 'Текст согласия',
  specialist: 'Что это значит',
  mailings: 'Текст согласия на рассылки',
};

const textOf = (document: keyof typeof titles) => (
  <a href={`/upload/doc/${document}.pdf`} target="_blank" rel="noopener">
    {titles[document]} (PDF, откроется в новой вкладке)
  </a>
);

/** Each consent has its own box and its own document; none is ticked beforehand (ruling G47). */
export function Consents({
  personal,
  mailings,
  specialist,
}: {
  personal?: Box | undefined;
  mailings?: Box | undefined;
  specialist?: Box | undefined;
}) {
  return (
    <>
      {specialist && (
        <CheckField label={boxes.specialist} hint={textOf('specialist')} required {...specialist} />
      )}
      {personal && <CheckField label={boxes.personal} hint={textOf('assept')} required {...personal} />}
      {mailings && (
        <CheckField
          label={`${boxes.mailings} — не обязательно`}
          hint={<>Отказаться можно в любой момент: в письме или в настройках. {textOf('mailings')}</>}
          {...mailings}
        />
      )}
    </>
  );
}
