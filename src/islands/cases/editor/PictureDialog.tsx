import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '#ui/Button.tsx';
import { blurOver, drawPicture, saveCanvas, type Area } from './picture.ts';

interface Props {
  file: File;
  isBusy: boolean;
  done(picture: File): void;
  cancel(): void;
  fail(message: string): void;
}

/** Before a picture leaves the device: rectangles over faces, names and numbers, by pointer or by keyboard. */
export function PictureDialog({ file, isBusy, done, cancel, fail }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [areas, setAreas] = useState<readonly Area[]>([]);
  const [chosen, setChosen] = useState<number>();
  const [drawn, setDrawn] = useState(false);
  const from = useRef<{ x: number; y: number } | undefined>(undefined);

  useEffect(() => {
    dialog.current?.showModal();
    const surface = canvas.current;
    if (surface)
      drawPicture(file, surface).then(
        () => setDrawn(true),
        () => fail('Снимок не открывается: файл повреждён.'),
      );
    // The file of a dialog never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  /** A point of the picture as fractions of its sides. */
  const place = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const within = (value: number) => Math.min(1, Math.max(0, value));
    return { x: within((event.clientX - left) / width), y: within((event.clientY - top) / height) };
  };
  const change = (index: number, area: Area) => setAreas(areas.map((one, at) => (at === index ? area : one)));
  const add = (area: Area) => {
    setAreas([...areas, area]);
    setChosen(areas.length);
  };
  const remove = (index: number) => {
    setAreas(areas.filter((_, at) => at !== index));
    setChosen(undefined);
  };
  const press = (event: KeyboardEvent, index: number) => {
    const area = areas[index];
    if (!area) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return remove(index);
    }
    const step = event.altKey ? 0.002 : 0.02;
    const [dx, dy] =
      { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
        event.key
      ] ?? [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    change(index, event.shiftKey ? resized(area, dx, dy) : moved(area, dx, dy));
  };
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
    <dialog className="case-blur" ref={dialog} aria-labelledby="blur-title" onCancel={cancel}>
      <h2 id="blur-title">Закройте лица, имена и номера</h2>
      <p className="muted">
        Проведите прямоугольник по снимку или добавьте его кнопкой и двигайте стрелками; с Shift стрелки
        меняют размер, Delete убирает. Закрытое место восстановить нельзя.
      </p>
      <div
        className="case-blur-stage"
        onPointerDown={(event) => {
          if (event.target instanceof HTMLButtonElement) return;
          from.current = place(event);
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={(event) => {
          const start = from.current;
          from.current = undefined;
          if (!start) return;
          const end = place(event);
          const area = {
            x: Math.min(start.x, end.x),
            y: Math.min(start.y, end.y),
            width: Math.abs(end.x - start.x),
            height: Math.abs(end.y - start.y),
          };
          if (area.width > 0.01 && area.height > 0.01) add(area);
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
      <ul className="case-areas" aria-label="Закрытые места">
        {areas.map((area, index) => (
          <li key={index}>
            <button
              type="button"
              className="button"
              data-variant="secondary"
              data-size="small"
              onFocus={() => setChosen(index)}
              onKeyDown={(event) => press(event, index)}
            >
              Место {index + 1}: слева {Math.round(area.x * 100)} %, сверху {Math.round(area.y * 100)} %
            </button>
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
    </dialog>
  );
}

const bounded = (value: number, most: number) => Math.min(most, Math.max(0, value));
const moved = (area: Area, dx: number, dy: number): Area => ({
  ...area,
  x: bounded(area.x + dx, 1 - area.width),
  y: bounded(area.y + dy, 1 - area.height),
});
const resized = (area: Area, dx: number, dy: number): Area => ({
  ...area,
  width: Math.max(0.02, bounded(area.width + dx, 1 - area.x)),
  height: Math.max(0.02, bounded(area.height + dy, 1 - area.y)),
});
