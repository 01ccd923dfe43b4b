import { useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';

export interface CaseFigure {
  file: number;
  url: string;
  caption: string;
  alt: string;
  width: number;
  height: number;
}

interface Props {
  figures: readonly CaseFigure[];
  say: (path: string, words: string) => ReactNode;
}

/** Pictures with their captions; each opens large in a dialog, where arrows go from one to the next. */
export function CaseFigures({ figures, say }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const shown = figures[at] ?? figures[0];
  const open = (index: number) => {
    setAt(index);
    setLarge(false);
    setOpen(true);
  };
  const go = (step: number) => setAt((at + step + figures.length) % figures.length);

  return (
    <>
      <ul className="case-figures gap-8 columns-fill column-15">
        {figures.map((figure, index) => (
          <li key={figure.file}>
            <figure>
              <button
                className="full-width sunken"
                type="button"
                onClick={() => open(index)}
                aria-label={`Увеличить снимок ${index + 1}`}
              >
                <img
                  src={figure.url}
                  alt={figure.alt}
                  width={figure.width || undefined}
                  height={figure.height || undefined}
                  loading="lazy"
                  decoding="async"
                />
              </button>
              <figcaption className="text-4 above-3">
                <b>Рис. {index + 1}.</b> {say(`figures.${index}.caption`, figure.caption)}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <Dialog
        className="case-zoom dialog pad-8"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        aria-label={`Снимок ${at + 1} из ${figures.length}`}
        onKeyDown={({ key }) => {
          if (figures.length > 1 && key === 'ArrowLeft') go(-1);
          if (figures.length > 1 && key === 'ArrowRight') go(1);
        }}
      >
        {shown && (
          <>
            <div className="case-zoom-bar flow gap-4">
              {figures.length > 1 && (
                <>
                  <BarButton onClick={() => go(-1)}>Предыдущий</BarButton>
                  <BarButton onClick={() => go(1)}>Следующий</BarButton>
                </>
              )}
              <BarButton aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
                {isLarge ? 'По размеру окна' : 'В полный размер'}
              </BarButton>
              <BarButton onClick={() => setOpen(false)}>
                <Icon name="x" />
                Закрыть
              </BarButton>
            </div>
            <Enlarged figure={shown} isLarge={isLarge} />
          </>
        )}
      </Dialog>
    </>
  );
}

function Enlarged({ figure, isLarge }: { figure: CaseFigure; isLarge: boolean }) {
  return (
    <>
      <div
        className="case-zoom-picture sunken"
        data-large={isLarge || undefined}
        tabIndex={0}
        role="group"
        aria-label="Снимок"
      >
        <img
          src={figure.url}
          alt={figure.alt}
          width={figure.width || undefined}
          height={figure.height || undefined}
        />
      </div>
      <p className="case-zoom-caption">{figure.caption}</p>
    </>
  );
}

const BarButton = (button: ComponentProps<typeof Button>) => (
  <Button variant="secondary" size="small" {...button} />
);
