import { expect, test } from 'vitest';
import { recognisePicture } from './recognisePicture.ts';

const bytes = (text: string, length = text.length) => {
  const made = new Uint8Array(Math.max(length, text.length));
  made.set([...text].map((letter) => letter.charCodeAt(0)));
  return made;
};

function png(width: number, height: number): Uint8Array {
  const made = bytes('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 33);
  new DataView(made.buffer).setUint32(16, width);
  new DataView(made.buffer).setUint32(20, height);
  return made;
}

function jpeg(width: number, height: number): Uint8Array {
  const made = new Uint8Array(40);
  made.set([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8]);
  new DataView(made.buffer).setUint16(13, height);
  new DataView(made.buffer).setUint16(15, width);
  return made;
}

test('the size of a picture is read from its header', () => {
  expect(recognisePicture(png(640, 480))).toEqual({ is: 'picture', type: 'png', width: 640, height: 480 });
  expect(recognisePicture(jpeg(4000, 3000))).toEqual({
    is: 'picture',
    type: 'jpeg',
    width: 4000,
    height: 3000,
  });
});

test.each([
  ['DICOM', bytes(`${'\0'.repeat(128)}DICM`), 'Это DICOM'],
  ['PDF', bytes('%PDF-1.7'), 'Это PDF'],
  ['a zip named .jpg', bytes('PK\u0003\u0004'), 'Это документ или архив'],
  ['SVG', bytes('<svg onload="alert(1)">'), 'Годятся снимки'],
  ['nothing', new Uint8Array(), 'Файл пустой'],
  ['a picture of 256 megapixels', png(16_000, 16_000), 'слишком большой'],
  ['a picture without a size', png(0, 0), 'повреждён'],
])('%s is rejected with a reason', (_, file, reason) => {
  const found = recognisePicture(file);
  expect(found.is === 'refused' && found.reason).toContain(reason);
});
