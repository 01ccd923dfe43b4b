import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { isAddress, isProse, readProse, writeProse, type ProseNode } from '#domain/editing/prose-document.ts';
import { Button } from '#ui/Button.tsx';
import { described, Field, TextArea } from '#ui/Field.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import type { Frame } from './Control.tsx';

type Props = Frame & {
  value: string;
  onChange(value: string | undefined): void;
  longest?: number | undefined;
};

/**
 * A text with headings, lists, links and emphasis, and nothing else: what pages render. A text with more than that
 * (a table of a static page) is edited as it is written.
 */
export function RichText(props: Props) {
  const [isRich] = useState(() => isProse(props.value));
  // Whoever stood in the field while its tools were loading goes on standing there.
  const [isFocused] = useState(() => document.activeElement?.id === props.id);
  if (isRich) return <Rich {...props} isFocused={isFocused} />;
  const { value, onChange, longest: _, ...frame } = props;
  return (
    <TextArea
      {...frame}
      hint="В тексте есть таблица или разметка, которой нет в редакторе: он показан как записан (Markdown)."
      rows={12}
      autoFocus={isFocused}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
}

/** Only what the pages know: pasted pages and documents lose all the rest. */
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    hardBreak: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, isAllowedUri: (address) => isAddress(address) },
  }),
];

function Rich({ value, onChange, isFocused, longest = 20_000, ...frame }: Props & { isFocused: boolean }) {
  const { id, label, error, hint } = frame;
  const [refusal, setRefusal] = useState('');
  const written = useRef(value);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  const editor = useEditor({
    extensions,
    content: readProse(value),
    autofocus: isFocused,
    // The page's policy allows no style element: the rules stand in desk.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        class: 'input rich-text prose',
      },
      handlePaste(_, event) {
        const length = event.clipboardData?.getData('text/plain').length ?? 0;
        if (length <= longest) return false;
        setRefusal(
          `Вставлено ${length.toLocaleString('ru')} знаков, а вмещается ${longest.toLocaleString('ru')}. Вставьте нужную часть.`,
        );
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => {
      setRefusal('');
      written.current = writeProse(changed.getJSON() as ProseNode);
      change.current(written.current || undefined);
    },
  });
  // A merge or a restored version brings another text.
  useEffect(() => {
    if (!editor || value === written.current) return;
    written.current = value;
    editor.commands.setContent(readProse(value), { emitUpdate: false });
  }, [editor, value]);
  return (
    <Field {...frame} label={label}>
      {editor && <Tools editor={editor} label={label} />}
      <EditorContent editor={editor} />
      <Trouble message={refusal} />
      <p className="field-hint figures">
        {value.length.toLocaleString('ru')} из {longest.toLocaleString('ru')} знаков
      </p>
    </Field>
  );
}

function Tools({ editor, label }: { editor: Editor; label: string }) {
  const [address, setAddress] = useState<string>();
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      heading: current.isActive('heading', { level: 2 }),
      bullets: current.isActive('bulletList'),
      numbers: current.isActive('orderedList'),
      link: current.isActive('link'),
    }),
  });
  const tools = [
    { title: 'Жирный', isOn: active.bold, press: () => editor.chain().focus().toggleBold().run() },
    { title: 'Курсив', isOn: active.italic, press: () => editor.chain().focus().toggleItalic().run() },
    {
      title: 'Заголовок',
      isOn: active.heading,
      press: () => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    },
    { title: 'Список', isOn: active.bullets, press: () => editor.chain().focus().toggleBulletList().run() },
    {
      title: 'Нумерация',
      isOn: active.numbers,
      press: () => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      title: 'Ссылка',
      isOn: active.link,
      press: () => {
        if (active.link) editor.chain().focus().extendMarkRange('link').unsetLink().run();
        else setAddress('https://');
      },
    },
  ];
  const link = () => {
    if (address && isAddress(address))
      editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run();
    setAddress(undefined);
  };
  return (
    <>
      <div className="rich-tools" role="group" aria-label={`Оформление: ${label}`}>
        {tools.map(({ title, isOn, press }) => (
          <button key={title} type="button" aria-pressed={isOn} onClick={press}>
            {title}
          </button>
        ))}
      </div>
      {address !== undefined && (
        <div className="desk-inline">
          <label>
            Адрес: https://… или страница портала, начиная с /
            <input
              className="input"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  link();
                }
                if (event.key === 'Escape') setAddress(undefined);
              }}
            />
          </label>
          <Button size="small" variant="secondary" disabled={!isAddress(address)} onClick={link}>
            Поставить
          </Button>
        </div>
      )}
    </>
  );
}
