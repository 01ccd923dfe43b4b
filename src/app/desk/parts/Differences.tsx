import type { EditedRecord } from '#contract/editors.ts';
import { wordChanges } from './wordChanges.ts';

/**
 * Changed fields in words: what has gone is struck out, what has come is marked; screen readers hear which is which. Of
 * a long text the words are marked that have changed in it.
 */
export function Differences({ differences }: { differences: EditedRecord['differences'] }) {
  return (
    <dl className="differences stack gap-5">
      {differences.map(({ field, title, removed, added }) => (
        <div key={field}>
          <dt className="muted text-3">{title}</dt>
          <dd className="flow gap-2 break-anywhere">
            <WordDifference removed={removed} added={added} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function WordDifference({ removed, added }: { removed: readonly string[]; added: readonly string[] }) {
  const [before, after] = [removed[0], added[0]];
  const parts =
    removed.length === 1 && added.length === 1 && before !== undefined && after !== undefined
      ? wordChanges(before, after)
      : undefined;
  if (!parts)
    return (
      <>
        {removed.map((text) => (
          <Gone key={text} text={shortened(text)} />
        ))}
        {added.map((text) => (
          <Come key={text} text={shortened(text)} />
        ))}
      </>
    );
  return (
    <p>
      {parts.map(({ kind, text }, index) => {
        if (kind === 'removed') return <Gone key={index} text={shortened(text)} />;
        if (kind === 'added') return <Come key={index} text={shortened(text)} />;
        return <span key={index}>{around(text)}</span>;
      })}
    </p>
  );
}

const Gone = ({ text }: { text: string }) => (
  <del>
    <span className="visually-hidden">было: </span>
    {text}
  </del>
);

const Come = ({ text }: { text: string }) => (
  <ins>
    <span className="visually-hidden">стало: </span>
    {text}
  </ins>
);

const shortened = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

/** Of words that stay, the beginning and the end: enough to know where one is. */
const around = (text: string) => (text.length > 240 ? `${text.slice(0, 110)} … ${text.slice(-110)}` : text);
