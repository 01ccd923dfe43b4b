import { wordChanges } from '../parts/wordChanges.ts';
import type { ImportField } from '#contract/imports.ts';

/**
 * One field before and after. What has gone is struck out and bears a minus, what has come is underlined and bears a
 * plus; screen readers hear which is which. Of a long text, the words that changed are marked in it.
 */
export function ImportFieldValue({ field }: { field: ImportField }) {
  const { removed, added, removed_total, added_total } = field;
  const [before, after] = [removed[0], added[0]];
  if (field.is_moved)
    return (
      <p className="import-words break-anywhere muted pre-line differences">Тот же список в другом порядке</p>
    );
  const parts =
    removed.length === 1 && added.length === 1 && before !== undefined && after !== undefined
      ? wordChanges(before, after)
      : undefined;
  if (parts)
    return (
      <p className="import-words break-anywhere pre-line differences">
        {parts.map(({ kind, text }, index) =>
          kind === 'same' ? (
            <span key={index}>{shortened(text)}</span>
          ) : kind === 'removed' ? (
            <Gone key={index} text={text} />
          ) : (
            <Come key={index} text={text} />
          ),
        )}
      </p>
    );
  return (
    <p className="import-words break-anywhere pre-line differences">
      {removed.map((text) => (
        <Gone key={text} text={text} />
      ))}
      {removed_total > removed.length && <More count={removed_total - removed.length} word="убрано" />}
      {added.map((text) => (
        <Come key={text} text={text} />
      ))}
      {added_total > added.length && <More count={added_total - added.length} word="добавлено" />}
    </p>
  );
}

const Gone = ({ text }: { text: string }) => (
  <del>
    <span className="visually-hidden">было: </span>
    {limited(text)}
  </del>
);

const Come = ({ text }: { text: string }) => (
  <ins>
    <span className="visually-hidden">стало: </span>
    {limited(text)}
  </ins>
);

const More = ({ count, word }: { count: number; word: string }) => (
  <span className="muted">
    и ещё {word}: {count.toLocaleString('ru')}
  </span>
);

const limited = (text: string) => (text.length > 1200 ? `${text.slice(0, 1200)}…` : text);

/** Of words that stay, the beginning and the end: enough to know where one is. */
const shortened = (text: string) =>
  text.length > 240 ? `${text.slice(0, 110)} … ${text.slice(-110)}` : text;
