import { useRef, useState } from 'react';
import { call, CallError } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';

/** A new draft out of the file of a phenopacket; what is wrong with the file stands beside the button. */
export function ImportPhenopacket() {
  const field = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setProblems([]);
    try {
      const phenopacket = JSON.parse(await file.text()) as Record<string, unknown>;
      const { id } = await call('POST /api/user/cases/phenopacket', { json: { phenopacket } });
      location.assign(`/profile/cases/edit/?id=${id}`);
    } catch (error) {
      if (error instanceof CallError) setProblems(error.errors.map(({ message }) => message));
      else if (error instanceof SyntaxError) setProblems(['Файл не читается: нужен phenopacket в JSON.']);
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Файл phenopacket"
        onChange={({ target }) => {
          void take(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button variant="secondary" isBusy={isBusy} onClick={() => field.current?.click()}>
        Загрузить phenopacket
      </Button>
      {problems.length > 0 && (
        <div className="case-warning" role="alert">
          <b>Файл не принят.</b>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
