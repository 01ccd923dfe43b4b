import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { Button } from '#ui/Button.tsx';
import { blurOver, drawPicture, saveCanvas, type PictureArea } from './picture.ts';

interface Props {
  file: File;
  isBusy: boolean;
  done(picture: File): void;
  cancel(): void;
  fail(message: string): void;
}

/** Before a picture leaves the device: rectangles over faces, names and numbers, by pointer or by keyboard. */
export function PictureBlur({ file, isBusy, done, cancel, fail }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { areas, chosen, choose, add, change, remove } = useAreas();
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    const surface = canvas.current;
    if (surface)
      drawPicture(file, surface).then(
        () => setDrawn(true),
        () => fail('Снимок не открывается: файл повреждён.'),
      );
    // Each file has a component of its own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const finish = async () => {
    const surface = canvas.current;
    if (!surface) return;
    for (const area of areas) blurOver(surface, area);
    try {
      done(await saveCanvas(surface, file.name));
    } catch {
      fail('Браузер не смог сохранить снимок.');
    }
  };

  return (
    <>
      <h2 id="blur-title" tabIndex={-1} ref={takeFocus}>
        Закройте лица, имена и номера
      </h2>
      <p className="muted">
        Проведите прямоугольник по снимку или добавьте его кнопкой и двигайте стрелками; с Shift стрелки
        меняют размер, Delete убирает. Закрытое место восстановить нельзя.
      </p>
      <PictureStage canvas={canvas} areas={areas} chosen={chosen} add={add} />
      <Places areas={areas} choose={choose} change={change} remove={remove} />
      <div className="row">
        <Button
          variant="secondary"
          disabled={!drawn}
          onClick={() => add({ x: 0.35, y: 0.35, width: 0.3, height: 0.15 })}
        >
          Добавить прямоугольник
        </Button>
        <Button disabled={!drawn} isBusy={isBusy} busy="Загружаем…" onClick={() => void finish()}>
          {areas.length > 0 ? 'Размыть и загрузить' : 'Загрузить как есть'}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={cancel}>
          Не загружать
        </Button>
      </div>
    </>
  );
}

/** The dialog stays when the next file comes into it. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** The places that are covered, and the one that is in hand. */
function useAreas() {
  const [areas, setAreas] = useState<readonly PictureArea[]>([]);
  const [chosen, choose] = useState<number>();
  return {
    areas,
    chosen,
    choose,
    add(area: PictureArea) {
      setAreas([...areas, area]);
      choose(areas.length);
    },
    change: (index: number, area: PictureArea) =>
      setAreas(areas.map((one, at) => (at === index ? area : one))),
    remove(index: number) {
      setAreas(areas.filter((_, at) => at !== index));
      choose(undefined);
    },
  };
}

interface StageProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  areas: readonly PictureArea[];
  chosen: number | undefined;
  add(area: PictureArea): void;
}

/** The picture, on which a rectangle is drawn from where the pointer goes down to where it goes up. */
function PictureStage({ canvas, areas, chosen, add }: StageProps) {
  const from = useRef<Point | undefined>(undefined);
  return (
    <div
      className="case-blur-stage relative"
      onPointerDown={(event) => {
        if (event.target instanceof HTMLButtonElement) return;
        from.current = pointOf(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const start = from.current;
        from.current = undefined;
        const area = start && areaBetween(start, pointOf(event));
        if (area && area.width > 0.01 && area.height > 0.01) add(area);
      }}
    >
      <canvas ref={canvas} aria-label="Снимок" role="img" />
      {/* The overlay is drawn in SVG: sizes in markup need no style attributes. */}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {areas.map((area, index) => (
          <rect
            key={index}
            x={area.x * 100}
            y={area.y * 100}
            width={area.width * 100}
            height={area.height * 100}
            data-chosen={chosen === index || undefined}
          />
        ))}
      </svg>
    </div>
  );
}

/** The covered places by their numbers, for those who work by keyboard. */
function Places({
  areas,
  choose,
  change,
  remove,
}: Pick<ReturnType<typeof useAreas>, 'areas' | 'choose' | 'change' | 'remove'>) {
  return (
    <ul className="flow gap-4 may-be-empty" aria-label="Закрытые места">
      {areas.map((area, index) => (
        <li key={index}>
          <Button
            variant="secondary"
            size="small"
            onFocus={() => choose(index)}
            onKeyDown={(event) => {
              const next = afterKey(event, area);
              if (next === area) return;
              event.preventDefault();
              if (next) change(index, next);
              else remove(index);
            }}
          >
            Место {index + 1}: слева {Math.round(area.x * 100)} %, сверху {Math.round(area.y * 100)} %
          </Button>
          <Button
            variant="quiet"
            size="small"
            onClick={() => remove(index)}
            aria-label={`Убрать место ${index + 1}`}
          >
            Убрать
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** A point of the picture as fractions of its sides. */
interface Point {
  x: number;
  y: number;
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: bounded((clientX - left) / width, 1), y: bounded((clientY - top) / height, 1) };
}

const areaBetween = (one: Point, other: Point): PictureArea => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(other.x - one.x),
  height: Math.abs(other.y - one.y),
});

/** The place after a key: moved or resized by an arrow, gone, or the same one where the key says nothing. */
function afterKey({ key, altKey, shiftKey }: KeyboardEvent, area: PictureArea): PictureArea | undefined {
  if (key === 'Delete' || key === 'Backspace') return undefined;
  const step = altKey ? 0.002 : 0.02;
  const [dx, dy] =
    { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[key] ?? [];
  if (dx === undefined || dy === undefined) return area;
  return shiftKey ? resized(area, dx, dy) : moved(area, dx, dy);
}

const bounded = (value: number, most: number) => Math.min(most, Math.max(0, value));
const moved = (area: PictureArea, dx: number, dy: number): PictureArea => ({
  ...area,
  x: bounded(area.x + dx, 1 - area.width),
  y: bounded(area.y + dy, 1 - area.height),
});
const resized = (area: PictureArea, dx: number, dy: number): PictureArea => ({
  ...area,
  width: Math.max(0.02, bounded(area.width + dx, 1 - area.x)),
  height: Math.max(0.02, bounded(area.height + dy, 1 - area.y)),
});
