import { deflateSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { expect, test } from 'vitest';
import { rawPdf } from '../../../tests/sample/pdf.ts';
import { cleanPdf } from './pdf.ts';

const action = '<< /S /JavaScript /JS (app.alert(1)) >>';

/** A compressed object stream with object 9; filter and bytes are variable. */
function packed(
  object: string,
  {
    type = '/ObjStm',
    filter = '/FlateDecode',
    pack = deflateSync,
  }: { type?: string; filter?: string; pack?(bytes: Buffer): Buffer } = {},
): Buffer {
  const data = pack(Buffer.from(`9 0 ${object}`));
  return Buffer.concat([
    Buffer.from(
      `5 0 obj\n<< /Type ${type} /N 1 /First 4 /Filter ${filter} /Length ${data.length} >>\nstream\n`,
    ),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
}
const hex = (bytes: Buffer) => Buffer.from(`${bytes.toString('hex')}>`);
const opening = '/OpenAction 9 0 R';
const stored = (object: string) => `9 0 obj\n${object}\nendobj\n`;

const hostile: [string, Parameters<typeof rawPdf>[0]][] = [
  ['a program that opens it', { catalogue: `/OpenAction ${action}` }],
  ['a program by the codes of its letters', { catalogue: '/OpenAction << /S /J#61vaScript /#4aS (1) >>' }],
  ['a command at a page', { page: '/AA << /O << /S /Launch /F (cmd.exe) >> >>' }],
  ['a program in packed objects', { catalogue: opening, objects: [packed(action)] }],
  [
    'a program in unpacked packed objects',
    {
      catalogue: opening,
      objects: [
        `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length ${4 + action.length} >>\nstream\n9 0 ${action}\nendstream\nendobj\n`,
      ],
    },
  ],
  [
    'a program packed in hexadecimal digits',
    { catalogue: opening, objects: [packed(action, { filter: '/ASCIIHexDecode', pack: hex })] },
  ],
  [
    'a program packed twice',
    {
      catalogue: opening,
      objects: [
        packed(action, {
          filter: '[/ASCIIHexDecode /FlateDecode]',
          pack: (bytes) => hex(deflateSync(bytes)),
        }),
      ],
    },
  ],
  [
    'a program in packed objects by another spelling',
    { catalogue: opening, objects: [packed(action, { type: '/Obj#53tm' })] },
  ],
  [
    'a program packed by a filter of another spelling',
    { catalogue: opening, objects: [packed(action, { filter: '/Flate#44ecode' })] },
  ],
  [
    'a program after 100 kB of a dictionary',
    { objects: [stored(`<< /A (${'a'.repeat(100_001)}) /B ${action} >>`)] },
  ],
  ['a program in the trailer', { trailer: `/Info ${action}` }],
  [
    'a program after the word for a stream in a string',
    { objects: [stored(`<< /A (stream) /B ${action} >>`)] },
  ],
  ['a program after the word for an end in a comment', { objects: [stored(`<< %endobj\n /B ${action} >>`)] }],
  [
    'an action in a foreign file',
    { catalogue: '/OpenAction << /S /GoToR /F (\\\\\\\\evil\\\\share) /D [0 /Fit] >>' },
  ],
  ['an opening at an address', { catalogue: '/OpenAction << /S /URI /URI (https://example.org/) >>' }],
  ['encryption', { trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (1) /U (2) /P -4 >>' }],
  ['a file inside', { catalogue: '/Names << /EmbeddedFiles << /Names [] >> >>' }],
  ['a form of XFA', { catalogue: '/AcroForm << /XFA [] >>' }],
  ['rich media', { page: '/Annots [<< /Type /Annot /Subtype /RichMedia >>]' }],
  [
    'a form that is sent',
    { page: '/Annots [<< /Subtype /Widget /A << /S /SubmitForm /F (http://a.b) >> >>]' },
  ],
  ['data that is fetched', { page: '/Annots [<< /Subtype /Widget /A << /S /ImportData /F (a) >> >>]' }],
  [
    'a link to a file of the network',
    { page: '/Annots [<< /Subtype /Link /A << /S /URI /URI (file://evil/share) >> >>]' },
  ],
  [
    'bytes of another file',
    { objects: ['5 0 obj\n<< /F (a.bin) /Length 0 >>\nstream\n\nendstream\nendobj\n'] },
  ],
];

test.each(hostile)('a document with %s is rejected', async (_, parts) => {
  expect((await cleanPdf(rawPdf(parts))).refusal).not.toBeNull();
});

test('of duplicate objects the last is kept, and nothing else of the file', async () => {
  const objects = [stored('<< /S /Launch /F (cmd.exe) >>'), `9 0 obj\n<< /A 1 >>\nendobj\n% ${action}\n`];
  const look = await cleanPdf(rawPdf({ objects }));
  if (look.refusal !== null) throw new Error(look.refusal);
  const text = Buffer.from(look.bytes).toString('latin1');
  expect([text.includes('Launch'), text.includes('JavaScript'), text.includes('/A 1')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('objects of an incremental update are checked too', async () => {
  const first = rawPdf({ objects: [stored('<< /A 1 >>')] });
  const update = Buffer.from(`9 0 obj\n${action}\nendobj\ntrailer\n<< /Root 1 0 R /Prev 9 >>\n%%EOF\n`);
  expect((await cleanPdf(Buffer.concat([first, update]))).refusal).toBe('active');
});

test.each([
  ['nothing but its ends', '%PDF-1.7\n%%EOF', 'unreadable'],
  ['a dictionary that does not end', '%PDF-1.7\n1 0 obj\n<< /A 1\n%%EOF', 'unreadable'],
  ['lists in lists without end', `%PDF-1.7\n1 0 obj\n${'['.repeat(500_000)}\n%%EOF`, 'unreadable'],
  [
    'more values than any document has',
    `%PDF-1.7\n${'1 0 obj 1 endobj\n'.repeat(500_001)}%%EOF`,
    'too large',
  ],
])('a document of %s is rejected', async (_, text, refusal) => {
  expect(await cleanPdf(Buffer.from(text))).toEqual({ refusal });
});

test('endlessly expanding object streams are rejected', async () => {
  const object = `<< /A (${' '.repeat(25 * 2 ** 20)}) >>`;
  expect(await cleanPdf(rawPdf({ objects: [packed(object)] }))).toEqual({ refusal: 'too large' });
});

test('a signed document is rejected: rewriting would break the signature', async () => {
  const objects = [stored('<< /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>')];
  expect(await cleanPdf(rawPdf({ objects }))).toEqual({ refusal: 'signed' });
});

/** As printed by LibreOffice and browsers: links, bookmarks, compressed or not. */
async function printed(): Promise<Buffer> {
  const document = new Pdf({ tagged: true, lang: 'ru-RU', info: { Title: 'Согласие' } });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const over = new Promise((resolve) => document.on('end', resolve));
  const text = () => document.text('Consent', { link: 'https://example.org/' });
  document.addStructure(document.struct('P', {}, text));
  document.end();
  await over;
  return Buffer.concat(parts);
}

test.each<[string, () => Promise<Buffer>]>([
  ['printed with a link', printed],
  ['opening at a page of its own', async () => rawPdf({ catalogue: '/OpenAction [3 0 R /Fit]' })],
  ['with packed objects', async () => rawPdf({ catalogue: '/Extra 9 0 R', objects: [packed('<< /A 1 >>')] })],
  [
    'with a form to fill in',
    async () => rawPdf({ catalogue: '/AcroForm << /Fields [] /NeedAppearances true >>' }),
  ],
  [
    'of a scanner',
    async () =>
      rawPdf({
        page: '/Resources << /XObject << /Im0 5 0 R >> >>',
        objects: [
          '5 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length 6 0 R >>\nstream\n',
          Buffer.from([0xff, 0xd8, 0xff, 0xe0, 10, 0xff, 0xd9]),
          '\nendstream\nendobj\n6 0 obj\n7\nendobj\n',
        ],
      }),
  ],
])('a document %s is accepted, and so is its rewritten form', async (_, make) => {
  const look = await cleanPdf(await make());
  if (look.refusal !== null) throw new Error(look.refusal);
  const rewritten = await cleanPdf(Buffer.from(look.bytes));
  expect(rewritten.refusal).toBeNull();
});
