import { lazy, Suspense } from 'react';
import { importOrReload } from '#stores/importOrReload.ts';
import { TextArea } from '#ui/Field.tsx';
import type { RichTextProps } from './RichText.tsx';

const RichText = lazy(() =>
  importOrReload(() => import('./RichText.tsx')).then(
    (part) => ({ default: part.RichText }),
    () => ({ default: PlainText }),
  ),
);

/** RichText; what is typed while its tools are loading, or where they do not come, is typed already. */
export function ProseField(props: RichTextProps) {
  return (
    <Suspense fallback={<PlainText {...props} />}>
      <RichText {...props} />
    </Suspense>
  );
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
