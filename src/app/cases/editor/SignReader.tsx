import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { ReadNote } from '#contract/cases.ts';
import { counted } from '#domain/plural.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/Field.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { controlId } from './control.ts';

interface Props {
  /** Numbers of the signs that are in the list already. */
  known: readonly string[];
  add: (signs: ReadNote['signs']) => void;
}

/** A note in free words that becomes signs of the list: there, not there, in question. */
export function SignReader({ known, add }: Props) {
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState('');
  // The error store shows what was refused.
  const { run, isBusy } = useMutation();
  const read = () =>
    run(async () => {
      const { signs } = await call('POST /api/user/cases/signs', { json: { text }, isWatched: true });
      const fresh = signs.filter(({ hpo }) => !known.includes(hpo));
      add(fresh);
      const count = counted(fresh.length, ['признак', 'признака', 'признаков']);
      setOutcome(
        fresh.length > 0
          ? `Добавлено: ${count}. Проверьте каждый.`
          : 'Новых признаков в тексте не нашлось: попробуйте назвать их иначе или добавьте по одному.',
      );
    });
  return (
    <>
      <TextArea
        id={controlId('signs.text')}
        label="Признаки из текста"
        hint="Например: гепатоспленомегалия, боли в костях, судорог нет, сколиоз под вопросом. Текст не сохраняется."
        isOptional
        rows={3}
        maxLength={5000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="cluster gap-6 row-gap-3">
        <Button
          variant="secondary"
          isBusy={isBusy}
          busy="Читаем…"
          disabled={text.trim() === ''}
          onClick={() => void read()}
        >
          Найти признаки в тексте
        </Button>
        <p role="status" className="muted small">
          {outcome}
        </p>
      </div>
    </>
  );
}
