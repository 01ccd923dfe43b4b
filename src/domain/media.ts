/**
 * Published pictures: `/media/HASH-1600x900.webp` is the full size, at most {@link maxWidth} wide,
 * `/media/HASH-480.webp` a smaller one. HASH is of the original, so an address never changes its picture.
 * `#left-top` is the focal point when cropped. Documents are published unchanged as `/media/HASH.pdf`.
 */
export interface PortalPicture {
  hash: string;
  /** Pixels of the full size. */
  width: number;
  height: number;
  focus: Focus | undefined;
}

const maxWidth = 1600;
/** Additional widths, if smaller than the full size. */
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

/** Parses the address of a picture; undefined for others. */
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

/** Address of a picture by the SHA-256 of its file. */
export function pictureAddress(sha256: string, { width, height }: { width: number; height: number }): string {
  const shown = Math.min(width, maxWidth);
  return `/media/${sha256.slice(0, 16)}-${shown}x${Math.max(1, Math.round((height * shown) / width))}.webp`;
}

export const withFocus = (src: string, focus: Focus): string =>
  src.replace(/#.*/, '') + (focus === 'center' ? '' : `#${focus}`);

/** Published files of a picture with their widths, narrowest first. */
function filesOf({ hash, width, height }: PortalPicture): { file: string; width: number }[] {
  return [
    ...narrower.filter((one) => one < width).map((one) => ({ file: `${hash}-${one}.webp`, width: one })),
    { file: `${hash}-${width}x${height}.webp`, width },
  ];
}

/** Picture hash and width of a file name; undefined for others. */
export function mediaFile(name: string): { hash: string; width: number } | undefined {
  const [, hash, width, height] = /^([0-9a-f]{16})-(\d{1,4})(x\d{1,5})?\.webp$/.exec(name) ?? [];
  if (!hash || (height === undefined && !narrower.includes(Number(width)))) return undefined;
  return Number(width) > 0 && Number(width) <= maxWidth ? { hash, width: Number(width) } : undefined;
}

/** Address of a document by the SHA-256 of its file. */
export const documentAddress = (sha256: string): string => `/media/${sha256.slice(0, 16)}.pdf`;

export const documentHashIn = (name: string): string | undefined => /^([0-9a-f]{16})\.pdf$/.exec(name)?.[1];

/** Published files that a text or JSON refers to. */
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

/** Attributes of an `img`; other addresses are unchanged. */
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
