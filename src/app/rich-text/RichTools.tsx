import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeader,
} from '@tiptap/pm/tables';
import type { Command } from '@tiptap/pm/state';
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import { useState } from 'react';
import { isAddress } from '#domain/prose/node.ts';
import { Button } from '#ui/Button.tsx';
import { PictureChoice } from '../desk/record/PictureChoice.tsx';

interface Tool {
  title: string;
  /** What it is called aloud where its face is a sign. */
  name?: string;
  isOn?: boolean;
  press(): void;
}

type Open = 'link' | 'picture' | undefined;

/** What can be done with a rich text: its buttons, and those of the table that the cursor stands in. */
export function RichTools({ editor, label }: { editor: Editor; label: string }) {
  const [open, setOpen] = useState<Open>();
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      isOn: (name: string, attributes?: Record<string, unknown>) => current.isActive(name, attributes),
      isInTable: current.isActive('table'),
      isInList: current.isActive('listItem'),
      link: current.isActive('link'),
      key: marks.filter((name) => current.isActive(name)).join(' '),
    }),
  });
  const run = (command: (chain: ChainedCommands) => ChainedCommands) => () =>
    void command(editor.chain().focus()).run();
  const of = (command: Command) => () => {
    command(editor.state, editor.view.dispatch);
    editor.view.focus();
  };
  const mark = (title: string, type: string, name?: string): Tool => ({
    title,
    ...(name ? { name } : {}),
    isOn: active.isOn(type),
    press: run((chain) => chain.toggleMark(type)),
  });
  const heading = (title: string, level: 2 | 3): Tool => ({
    title,
    isOn: active.isOn('heading', { level }),
    press: run((chain) => chain.toggleHeading({ level })),
  });
  const tools: Tool[] = [
    mark('Жирный', 'bold'),
    mark('Курсив', 'italic'),
    mark('x²', 'superscript', 'x², верхний индекс'),
    mark('x₂', 'subscript', 'x₂, нижний индекс'),
    heading('Заголовок', 2),
    heading('Подзаголовок', 3),
    { title: 'Список', isOn: active.isOn('bulletList'), press: run((chain) => chain.toggleBulletList()) },
    {
      title: 'Нумерация',
      isOn: active.isOn('orderedList'),
      press: run((chain) => chain.toggleOrderedList()),
    },
    ...(active.isInList
      ? [
          { title: 'Глубже', press: run((chain) => chain.sinkListItem('listItem')) },
          { title: 'Выше', press: run((chain) => chain.liftListItem('listItem')) },
        ]
      : []),
    { title: 'Цитата', isOn: active.isOn('blockquote'), press: run((chain) => chain.toggleBlockquote()) },
    ...(active.isInTable
      ? []
      : [{ title: 'Таблица', press: run((chain) => chain.insertContent(emptyTable)) }]),
    {
      title: 'Картинка',
      isOn: open === 'picture',
      press: () => setOpen(open === 'picture' ? undefined : 'picture'),
    },
    {
      title: 'Ссылка',
      isOn: active.link || open === 'link',
      press: active.link ? run((chain) => chain.extendMarkRange('link').unsetLink()) : () => setOpen('link'),
    },
  ];
  const ofTable: Tool[] = [
    { title: 'Строка ниже', press: of(addRowAfter) },
    { title: 'Столбец справа', press: of(addColumnAfter) },
    { title: 'Убрать строку', press: of(deleteRow) },
    { title: 'Убрать столбец', press: of(deleteColumn) },
    { title: 'Шапка', isOn: hasHead(editor), press: of(toggleHeader('row')) },
    { title: 'Убрать таблицу', press: of(deleteTable) },
  ];
  return (
    <>
      <Buttons label={`Оформление: ${label}`} tools={tools} />
      {active.isInTable && <Buttons label={`Таблица: ${label}`} tools={ofTable} />}
      {open === 'link' && (
        <LinkAddress
          close={() => setOpen(undefined)}
          put={(href) => run((chain) => chain.extendMarkRange('link').setLink({ href }))()}
        />
      )}
      {open === 'picture' && (
        <PictureChoice
          close={() => setOpen(undefined)}
          put={(picture) => run((chain) => chain.insertContent({ type: 'image', attrs: { ...picture } }))()}
        />
      )}
    </>
  );
}

const marks = [
  'bold',
  'italic',
  'superscript',
  'subscript',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
];

const cells = (type: string) => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
});
const emptyTable = { type: 'table', content: [cells('tableHeader'), cells('tableCell'), cells('tableCell')] };

/** Whether the table at the cursor has a head. */
function hasHead(editor: Editor): boolean {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table')
      return $from.node(depth).firstChild?.firstChild?.type.name === 'tableHeader';
  return false;
}

function Buttons({ label, tools }: { label: string; tools: readonly Tool[] }) {
  return (
    <div className="rich-tools chips flow gap-2" role="group" aria-label={label}>
      {tools.map(({ title, name, isOn, press }) => (
        <button
          key={title}
          type="button"
          aria-label={name}
          title={name}
          aria-pressed={isOn}
          // The cursor stays in the text, on phones its keyboard too.
          onMouseDown={(event) => event.preventDefault()}
          onClick={press}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function LinkAddress({ put, close }: { put(address: string): void; close(): void }) {
  const [address, setAddress] = useState('https://');
  const done = () => {
    if (!isAddress(address)) return;
    put(address);
    close();
  };
  return (
    <div className="desk-inline flow gap-4 align-end">
      <label>
        Адрес: https://… или страница портала, начиная с /
        <input
          className="input"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
            if (event.key !== 'Enter') return;
            event.preventDefault();
            done();
          }}
        />
      </label>
      <Button size="small" variant="secondary" disabled={!isAddress(address)} onClick={done}>
        Поставить
      </Button>
    </div>
  );
}
