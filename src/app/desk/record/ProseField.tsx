import { useStore } from '@nanostores/react';
import { atom, onMount } from 'nanostores';
import { createElement } from 'react';
import { importOrReload } from '#stores/importOrReload.ts';
import { TextArea } from '#ui/Field.tsx';
import type { RichText, RichTextProps } from '../../rich-text/RichText.tsx';

const $richText = atom<typeof RichText | undefined>();
onMount($richText, () => {
  importOrReload(() => import('../../rich-text/RichText.tsx')).then(
    (part) => $richText.set(part.RichText),
    () => undefined,
  );
});

/** RichText; until it has loaded, and where it is lost, the same text area keeps the focus and what is typed. */
export function ProseField(props: RichTextProps) {
  return createElement(useStore($richText) ?? PlainText, props);
}

function PlainText(props: RichTextProps) {
  const { value, onChange, longest: _, ...frame } = props;
  return (
    <TextArea
      {...frame}
      rows={12}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined, 'typed on')}
    />
  );
}
