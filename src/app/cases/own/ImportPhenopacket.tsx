import { useRef, useState } from 'react';
import { call } from '#contract/client/call.ts';
import { Button } from '#ui/Button.tsx';
import { openPage } from '../../lib/openPage.ts';
import { useMutation } from '../../lib/useMutation.ts';

/** A new draft out of the file of a phenopacket; what is wrong with the file stands beside the button. */
export function ImportPhenopacket() {
  const field = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const { run, isBusy, error } = useMutation();
  const take = (file: File) =>
    run(async () => {
      const phenopacket = parsed(await file.text());
      setUnreadable(!phenopacket);
      if (!phenopacket) return;
      const { id } = await call('POST /api/user/cases/phenopacket', { json: { phenopacket } });
      await openPage(`/profile/cases/edit/?id=${id}`);
    });
  const problems = isUnreadable
    ? ['Файл не читается: нужен phenopacket в JSON.']
    : (error?.errors.map(({ message }) => message) ?? []);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="Файл phenopacket"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void take(file);
          target.value = '';
        }}
      />
      <Button variant="secondary" isBusy={isBusy} onClick={() => field.current?.click()}>
        Загрузить phenopacket
      </Button>
      {problems.length > 0 && (
        <div className="callout" data-tone="warn" data-marked role="alert">
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

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
