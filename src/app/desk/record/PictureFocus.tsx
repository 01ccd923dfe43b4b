import { focuses, pictureAt, withFocus, type Focus } from '#domain/media.ts';

const titles: Record<Focus, string> = {
  'left-top': 'Слева вверху',
  top: 'Вверху',
  'right-top': 'Справа вверху',
  left: 'Слева',
  center: 'В середине',
  right: 'Справа',
  'left-bottom': 'Слева внизу',
  bottom: 'Внизу',
  'right-bottom': 'Справа внизу',
};

/** What of a picture stays in sight where the page cannot show all of it. */
export function PictureFocus({ id, src, change }: { id: string; src: string; change(src: string): void }) {
  const picture = pictureAt(src);
  if (!picture) return null;
  const chosen = picture.focus ?? 'center';
  return (
    <fieldset className="desk-group stack gap-5">
      <legend>Где главное на картинке</legend>
      <div className="picture-focus relative self-start">
        <img src={src} alt="" />
        <div className="picture-anchors stack">
          {focuses.map((focus) => (
            <label className="center" key={focus} title={titles[focus]}>
              <input
                type="radio"
                name={`${id}-focus`}
                checked={focus === chosen}
                onChange={() => change(withFocus(src, focus))}
              />
              <span className="visually-hidden">{titles[focus]}</span>
            </label>
          ))}
        </div>
      </div>
      <p className="desk-kind muted text-3">
        {titles[chosen]}: эта часть останется видна, если картинка не поместится целиком.
      </p>
    </fieldset>
  );
}
