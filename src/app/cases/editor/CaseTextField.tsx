import { useStore } from '@nanostores/react';
import { useFormContext, type Path } from 'react-hook-form';
import { findingKinds, type PersonalFinding } from '#domain/deidentification/finding.ts';
import { caseSections, type CaseSection } from '#domain/cases.ts';
import type { CaseContent } from '#stores/cases/content.ts';
import { $findings, $marks, replaced } from '#stores/cases/findings.ts';
import { leftElsewhere } from '#contract/forms/masked-text.ts';
import { TextArea, TextField } from '#ui/Field.tsx';
import { controlId } from './control.ts';

interface Props {
  path: string;
  label: string;
  hint?: string | undefined;
  rows?: number;
  isOptional?: boolean;
}

/** A text of the case; below it what looks like personal data, with what to write instead at one press. */
export function CaseTextField({ path, label, hint, rows, isOptional = false }: Props) {
  const { register, formState, getFieldState } = useFormContext<CaseContent>();
  const error = getFieldState(path as Path<CaseContent>, formState).error?.message;
  const frame = {
    ...register(path as Path<CaseContent>),
    id: controlId(path),
    label,
    error,
    isOptional,
    ...(hint === undefined ? {} : { hint }),
  };
  return (
    <div className="stack gap-8">
      {rows ? <TextArea {...frame} rows={rows} /> : <TextField {...frame} autoComplete="off" />}
      <Findings path={path} />
      <LeftElsewhere path={path} />
    </div>
  );
}

function Findings({ path }: { path: string }) {
  const found = useStore($findings)[path];
  const form = useFormContext<CaseContent>();
  if (!found?.length) return null;

  const write = (finding: PersonalFinding, text: string) => {
    const now = String(form.getValues(path as Path<CaseContent>)).normalize('NFC');
    // The author may have typed since: the words must still stand there.
    const start =
      now.slice(finding.start, finding.end) === finding.words ? finding.start : now.indexOf(finding.words);
    if (start < 0) return;
    const place = { ...finding, start, end: start + finding.words.length };
    form.setValue(path as Path<CaseContent>, replaced(now, place, text), { shouldDirty: true });
    document.getElementById(controlId(path))?.focus();
  };
  const clear = ({ words }: PersonalFinding) => {
    const field = path.split('.')[0] as CaseSection;
    if (!(field in caseSections)) return;
    form.setValue('cleared', [...form.getValues('cleared'), { field, words }], { shouldDirty: true });
    document.getElementById(controlId(path))?.focus();
  };

  return (
    <ul
      className="callout stack gap-5"
      data-tone="warn"
      data-marked
      aria-label="Похоже на персональные данные"
    >
      {found.map((finding, index) => (
        // Its place moves with what is replaced before it; the button under the focus stays.
        <li
          className="stack gap-3"
          key={`${finding.words} ${found.slice(0, index).filter(({ words }) => words === finding.words).length}`}
        >
          <p>
            <b>«{finding.words}»</b> — {findingKinds[finding.kind].toLowerCase()}?
          </p>
          <p className="row">
            {finding.suggestions.map(({ label, text }) => (
              <button
                key={label}
                type="button"
                className="button"
                data-size="small"
                data-variant="secondary"
                onClick={() => write(finding, text)}
              >
                {label}
              </button>
            ))}
            <button
              type="button"
              className="button"
              data-size="small"
              data-variant="quiet"
              onClick={() => clear(finding)}
            >
              Это не персональные данные
            </button>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Marks of words that another device holds: what has happened, and what to do. */
function LeftElsewhere({ path }: { path: string }) {
  const marks = useStore($marks)[path];
  if (!marks?.length) return null;
  return (
    <ul
      className="callout stack gap-5"
      data-tone="warn"
      data-marked
      aria-label="Слова остались на другом устройстве"
    >
      {marks.map((mark) => (
        <li className="stack gap-3" key={mark.start}>
          <p>
            <b>{mark.words}</b> — {leftElsewhere(mark)} Откройте случай там или напишите вместо знака, что
            здесь должно стоять.
          </p>
        </li>
      ))}
    </ul>
  );
}
