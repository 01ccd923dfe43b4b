/**
 * Pictures of the portal as they are published beside its pages: `/media/HASH-1600x900.webp` is the whole one, at most
 * {@link maxWidth} wide, `/media/HASH-480.webp` a narrower one, and HASH names what was laid down, so an address never
 * gives another picture. `#left-top` says which part of it stays in sight where not all of it can be shown. Documents
 * lie beside them as they were laid down, `/media/HASH.pdf`.
 */
export interface PortalPicture {
  hash: string;
  /** Pixels of the whole one. */
  width: number;
  height: number;
  focus: Focus | undefined;
}

export const maxWidth = 1600;
/** Widths that are made besides the whole one, where that is wider. */
const narrower = [480, 960];

export const focuses = [
  'left-top',
  'top',
  'right-top',
  'left',
  'center',
  'right',
  'left-bottom',
  'bottom',
  'right-bottom',
] as const;
export type Focus = (typeof focuses)[number];

const whole = /^\/media\/([0-9a-f]{16})-(\d{1,4})x(\d{1,5})\.webp(?:#([a-z-]{1,20}))?$/;

/** What an address says; nothing where it is none of such a picture. */
export function pictureAt(src: string): PortalPicture | undefined {
  const [, hash, width, height, focus] = whole.exec(src) ?? [];
  if (!hash) return undefined;
  return {
    hash,
    width: Number(width),
    height: Number(height),
    focus: focuses.find((one) => one === focus),
  };
}

/** The address of a picture of so many pixels, `sha256` being that of the file. */
export function pictureAddress(sha256: string, { width, height }: { width: number; height: number }): string {
  const shown = Math.min(width, maxWidth);
  return `/media/${sha256.slice(0, 16)}-${shown}x${Math.max(1, Math.round((height * shown) / width))}.webp`;
}

export const withFocus = (src: string, focus: Focus): string =>
  src.replace(/#.*$/, '') + (focus === 'center' ? '' : `#${focus}`);

/** The files that a picture is published as, the narrowest first; each with its width. */
export function filesOf({ hash, width, height }: PortalPicture): { file: string; width: number }[] {
  return [
    ...narrower.filter((one) => one < width).map((one) => ({ file: `${hash}-${one}.webp`, width: one })),
    { file: `${hash}-${width}x${height}.webp`, width },
  ];
}

/** What such a file is asked for as: the picture, and how wide; nothing where no picture is published so. */
export function mediaFile(name: string): { hash: string; width: number } | undefined {
  const [, hash, width, height] = /^([0-9a-f]{16})-(\d{1,4})(x\d{1,5})?\.webp$/.exec(name) ?? [];
  if (!hash || (height === undefined && !narrower.includes(Number(width)))) return undefined;
  return Number(width) > 0 && Number(width) <= maxWidth ? { hash, width: Number(width) } : undefined;
}

/** The address of a document, `sha256` being that of the file. */
export const documentAddress = (sha256: string): string => `/media/${sha256.slice(0, 16)}.pdf`;

/** The hash in the name of a document's file. */
export const documentHashIn = (name: string): string | undefined => /^([0-9a-f]{16})\.pdf$/.exec(name)?.[1];

/** Files of all pictures and documents that a text, or the JSON of a record, names. */
export function mediaIn(text: string): Set<string> {
  if (!text.includes('/media/')) return new Set();
  const found = text.matchAll(/\/media\/[0-9a-f]{16}(?:-\d{1,4}x\d{1,5}\.webp|\.pdf)(?![\w.-])/g);
  return new Set(
    [...found].flatMap(([src]) => {
      if (src.endsWith('.pdf')) return [src.slice('/media/'.length)];
      const picture = pictureAt(src);
      return picture ? filesOf(picture).map(({ file }) => file) : [];
    }),
  );
}

/** Attributes of an `img` of the picture; another address stays as it is. */
export function imageAttributes(src: string, sizes: string): Record<string, string> {
  const picture = pictureAt(src);
  if (!picture) return { src };
  const files = filesOf(picture);
  return {
    src: `/media/${files.at(-1)?.file}`,
    ...(files.length > 1
      ? { srcset: files.map(({ file, width }) => `/media/${file} ${width}w`).join(', '), sizes }
      : {}),
    width: String(picture.width),
    height: String(picture.height),
    ...(picture.focus ? { 'data-focus': picture.focus } : {}),
  };
}
