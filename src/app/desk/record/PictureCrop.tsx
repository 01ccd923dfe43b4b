import { useState } from 'react';
import { call } from '#contract/client/call.ts';
import type { DeskFile } from '#contract/files.ts';
import { recordAddress } from '#domain/desk.ts';
import { pictureAt } from '#domain/media.ts';
import { Button } from '#ui/Button.tsx';
import { useMutation } from '../../lib/useMutation.ts';
import { useQuery } from '../../lib/useQuery.ts';
import { FormError } from '#ui/FormError.tsx';

interface Place {
  id: string;
  src: string;
  change(src: string): void;
}

/** Where the picture stands already, and a way to take a part of it: that becomes a picture of its own. */
export function PictureCrop(place: Place) {
  const hash = pictureAt(place.src)?.hash;
  return hash ? <KnownPicture key={hash} {...place} hash={hash} /> : null;
}

function KnownPicture({ hash, ...place }: Place & { hash: string }) {
  const { query } = useQuery('GET /api/editors/files', { query: { page: 1, page_size: 1, hash } });
  const [isCutting, setCutting] = useState(false);
  const file = query.data?.items[0];
  if (!file) return null;
  return (
    <>
      <PictureUses uses={file.uses} />
      {isCutting ? (
        <Cutting {...place} file={file} close={() => setCutting(false)} />
      ) : (
        <Button size="small" variant="secondary" onClick={() => setCutting(true)}>
          Обрезать
        </Button>
      )}
    </>
  );
}

const fewUses = 5;

function PictureUses({ uses }: Pick<DeskFile, 'uses'>) {
  if (uses.length === 0) return null;
  return (
    <p className="desk-kind muted text-3">
      Где стоит:{' '}
      {uses.slice(0, fewUses).map(({ record, title }, index) => (
        <span key={`${record} ${title}`}>
          {index > 0 && ', '}
          {record === null ? title : <a href={recordAddress(record)}>{title}</a>}
        </span>
      ))}
      {uses.length > fewUses && ` и ещё ${uses.length - fewUses}`}
    </p>
  );
}

const sides = [
  ['left', 'Слева'],
  ['top', 'Сверху'],
  ['right', 'Справа'],
  ['bottom', 'Снизу'],
] as const;

/** Percent that are cut off each side. */
type Cut = Record<(typeof sides)[number][0], number>;

function Cutting({ id, src, change, file, close }: Place & { file: DeskFile; close(): void }) {
  const [cut, setCut] = useState<Cut>({ left: 0, top: 0, right: 0, bottom: 0 });
  const { run, isBusy, message } = useMutation();
  const take = async () => {
    const json = {
      left: cut.left / 100,
      top: cut.top / 100,
      width: (100 - cut.left - cut.right) / 100,
      height: (100 - cut.top - cut.bottom) / 100,
    };
    const made = await run(() => call('POST /api/editors/files/{id}/crop', { path: { id: file.id }, json }));
    if (made.ok && made.data.picture) change(made.data.picture);
  };
  return (
    <fieldset className="desk-group stack gap-5">
      <legend>Сколько отрезать, %</legend>
      <div className="picture-cut self-start">
        <img
          src={src}
          alt=""
          style={{ clipPath: `inset(${cut.top}% ${cut.right}% ${cut.bottom}% ${cut.left}%)` }}
        />
      </div>
      {sides.map(([side, title]) => (
        <label key={side} className="picture-side tap cluster gap-4" htmlFor={`${id}-${side}`}>
          {title}
          <input
            id={`${id}-${side}`}
            type="range"
            min={0}
            max={45}
            value={cut[side]}
            onChange={({ target }) => setCut({ ...cut, [side]: Number(target.value) })}
          />
          <output>{cut[side]}</output>
        </label>
      ))}
      <div className="desk-actions cluster gap-4">
        <Button
          size="small"
          isBusy={isBusy}
          disabled={Object.values(cut).every((one) => one === 0)}
          onClick={() => void take()}
        >
          Взять эту часть
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Оставить целой
        </Button>
      </div>
      <FormError message={message} />
    </fieldset>
  );
}
