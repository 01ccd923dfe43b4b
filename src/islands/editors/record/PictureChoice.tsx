import { useState } from 'react';
import { isPicture } from '#domain/prose/node.ts';
import { Button } from '#ui/Button.tsx';

interface Picture {
  src: string;
  alt: string;
}

/** A picture of the portal for a text: where it lies, and what it shows for those who do not see it. */
export function PictureChoice({ put, close }: { put(picture: Picture): void; close(): void }) {
  const [src, setSrc] = useState('/');
  const [alt, setAlt] = useState('');
  const isWhole = isPicture(src) && alt.trim() !== '';
  return (
    <div className="desk-inline">
      <label>
        Адрес картинки на портале
        <input className="input" value={src} onChange={({ target }) => setSrc(target.value)} />
      </label>
      <label>
        Что на ней, для незрячих
        <input
          className="input"
          value={alt}
          maxLength={500}
          onChange={({ target }) => setAlt(target.value)}
        />
      </label>
      <Button
        size="small"
        variant="secondary"
        disabled={!isWhole}
        onClick={() => {
          put({ src, alt: alt.trim() });
          close();
        }}
      >
        Поставить
      </Button>
    </div>
  );
}
