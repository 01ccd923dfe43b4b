import { useStore } from '@nanostores/react';
import { importOrReload } from '#stores/importOrReload.ts';
import type { Aid } from '#stores/signs.ts';
import { Button } from '#ui/Button.tsx';

/** The patient as a file of GA4GH, made in the browser. */
export function ExportButton({ aid }: { aid: Aid }) {
  const { signs } = useStore(aid.$choice);
  if (!signs.some(({ presence }) => presence !== 'unknown')) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() =>
        void importOrReload(() => import('./phenopacket.ts')).then(({ saveFile }) => saveFile(aid))
      }
    >
      Сохранить как phenopacket
    </Button>
  );
}
