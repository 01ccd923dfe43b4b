import type { EditedRecord } from '#contract/editors.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { paragraphName, paragraphsOf } from '#domain/paragraphs.ts';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/Field.tsx';
import { MultiSelect } from '#ui/MultiSelect.tsx';
import { RemoveButton } from '../parts/RemoveButton.tsx';
import { useStableKeys } from '../parts/useStableKeys.ts';
import { Disclosure } from './Disclosure.tsx';

type Source = EditedRecord['sources'][number];

/** What the facts rest on: each source names the fields that it bears. */
export function Sources({
  sources,
  fields,
  texts,
  onChange,
  errors,
}: {
  sources: readonly Partial<Source>[];
  fields: readonly FieldDescription[];
  /** The record's fields: a source may bear one paragraph of a text. */
  texts: Readonly<Record<string, unknown>>;
  onChange(sources: Partial<Source>[]): void;
  errors: ReadonlyMap<string, string>;
}) {
  const { keys, removeKey } = useStableKeys(sources.length);
  const options = fields.flatMap((field) => optionsOf(field, texts[field.name]));
  const put = (index: number, more: Partial<Source>) =>
    onChange(sources.map((source, place) => (place === index ? clean({ ...source, ...more }) : source)));
  const error = (index: number, key: string) => errors.get(`sources.${index}.${key}`);
  const hasErrors = (index: number) =>
    [...errors.keys()].some((path) => path.startsWith(`sources.${index}.`));
  return (
    <fieldset className="desk-group stack gap-5" id="field-sources">
      <legend>
        На чём основаны сведения <span className="muted figures">{sources.length}</span>
      </legend>
      <ol className="desk-items">
        {sources.map((source, index) => (
          <li key={keys[index]}>
            <Disclosure
              summary={[source.title, source.version].filter(Boolean).join(', ')}
              isOpen={!source.title || hasErrors(index)}
            >
              <div className="gap-6 align-start columns-fill column-12">
                <TextField
                  id={`source-${index}-title`}
                  label="Название"
                  value={source.title ?? ''}
                  error={error(index, 'title')}
                  onChange={({ target }) => put(index, { title: target.value })}
                />
                <TextField
                  id={`source-${index}-url`}
                  label="Адрес"
                  isOptional
                  inputMode="url"
                  value={source.url ?? ''}
                  error={error(index, 'url')}
                  onChange={({ target }) => put(index, { url: target.value })}
                />
                <TextField
                  id={`source-${index}-publisher`}
                  label="Издатель"
                  isOptional
                  value={source.publisher ?? ''}
                  error={error(index, 'publisher')}
                  onChange={({ target }) => put(index, { publisher: target.value })}
                />
                <TextField
                  id={`source-${index}-version`}
                  label="Редакция"
                  isOptional
                  value={source.version ?? ''}
                  error={error(index, 'version')}
                  onChange={({ target }) => put(index, { version: target.value })}
                />
                <TextField
                  id={`source-${index}-date`}
                  label="Дата"
                  type="date"
                  value={source.date ?? ''}
                  error={error(index, 'date')}
                  onChange={({ target }) => put(index, { date: target.value })}
                />
                <MultiSelect
                  id={`source-${index}-fields`}
                  label="Какие поля подтверждает"
                  options={options}
                  value={source.fields ?? []}
                  onChange={(chosen) => put(index, { fields: chosen })}
                />
              </div>
              <RemoveButton
                of={`источник ${index + 1}`}
                remove={() => {
                  removeKey(index);
                  onChange(sources.toSpliced(index, 1));
                }}
              />
            </Disclosure>
          </li>
        ))}
      </ol>
      <Button variant="secondary" size="small" onClick={() => onChange([...sources, { fields: [] }])}>
        Добавить источник
      </Button>
    </fieldset>
  );
}

/** A field, and the paragraphs of a text that has several. */
function optionsOf({ name, title, type }: FieldDescription, text: unknown) {
  const count = type === 'prose' && typeof text === 'string' ? paragraphsOf(text).length : 0;
  const paragraphs = Array.from({ length: count > 1 ? count : 0 }, (_, index) => ({
    id: paragraphName(name, index + 1),
    value: `${title}, абзац ${index + 1}`,
  }));
  return [{ id: name, value: title }, ...paragraphs];
}

/** Keys that hold nothing are left out: an empty address is none. */
const clean = (source: Partial<Source>): Partial<Source> =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
