import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { How } from '#stores/step-history.ts';
import { paragraphsOf } from '#domain/paragraphs.ts';
import type { ProseNode } from '#domain/prose/node.ts';
import { plainLines } from '#domain/prose/plain.ts';
import { parseProse } from '#domain/prose/read.ts';
import { normalizeDocument } from './normalizeDocument.ts';
import { roundTrips, serializeProse } from './serialize.ts';
import { described, Field, TextArea } from '#ui/Field.tsx';
import { fromHtml } from './paste/fromHtml.ts';
import { pastedWords } from './paste/words.ts';
import { useLatest } from '../lib/useLatest.ts';
import { FormError } from '#ui/FormError.tsx';
import type { Frame } from '../desk/record/controlProps.ts';
import { richSchema, typingRules } from './richSchema.ts';
import { RichTools } from './RichTools.tsx';
import { stepOf } from '../desk/record/stepKeys.ts';

export type RichTextProps = Frame & {
  value: string;
  onChange(value: string | undefined, how: How): void;
  longest?: number | undefined;
};

/** A text with a shape: what pages show of it is what stands here, and what stands here is what is saved. */
export function RichText(props: RichTextProps) {
  const [isRich] = useState(() => keepsParagraphs(props.value));
  // Anyone who typed in the field while its tools were loading goes on typing where they were, over what they had selected.
  const [place] = useState((): Place | undefined => {
    const area = document.activeElement;
    return area instanceof HTMLTextAreaElement && area.id === props.id
      ? { from: area.selectionStart, to: area.selectionEnd }
      : undefined;
  });
  if (isRich) return <Rich {...props} place={place} />;
  const { value, onChange, longest: _, ...frame } = props;
  return (
    <TextArea
      {...frame}
      hint="Списки стоят здесь в одном абзаце со словами, и на абзацы ссылаются источники: текст показан как записан."
      rows={12}
      autoFocus={place !== undefined}
      value={value}
      onChange={({ target }) => onChange(target.value || undefined, 'typed on')}
    />
  );
}

/** Sources name paragraphs by number: writing the text again must not count them otherwise. */
const keepsParagraphs = (text: string): boolean =>
  paragraphsOf(serializeProse(parseProse(text))).length === paragraphsOf(text).length;

const refused =
  'Последние правки этого поля не сохранены: в таком виде текст изменился бы. Уберите теги вроде «<b>», ссылки в скобках после «](» и номера списка больше 99.';

/** What was selected in the plain text, in characters from its beginning. */
interface Place {
  from: number;
  to: number;
}

/** Markers for the selection while the tools load. */
const signs = { from: '\uE000', to: '\uE001' };

/** What the text is, whatever signs stand in it. */
const shapeOf = (text: string): string =>
  JSON.stringify(
    normalizeDocument(
      JSON.parse(JSON.stringify(parseProse(text)).replace(/[\uE000\uE001]/g, '')) as ProseNode,
    ),
  );

/** The text with the sign where it stands among words: within the signs of a list it would undo them. */
function put(sign: string, text: string, place: number): string {
  const line = text.indexOf('\n', place);
  const tries = [place, line < 0 ? text.length : line, text.length];
  const marked = tries.map((at) => text.slice(0, at) + sign + text.slice(at));
  return marked.find((one) => shapeOf(one) === shapeOf(text)) ?? text;
}

function withSelection(text: string, place: Place | undefined): ProseNode {
  if (!place) return parseProse(text);
  const ended = place.to > place.from ? put(signs.to, text, place.to) : text;
  return parseProse(put(signs.from, ended, place.from));
}

function Rich({
  value,
  onChange,
  place,
  longest = 20_000,
  ...frame
}: RichTextProps & { place: Place | undefined }) {
  const { id, label, error, hint } = frame;
  const [message, setMessage] = useState('');
  /** Texts of this editor, oldest first, that the form has still to show back: a slow one shows them late. */
  const written = useRef([value]);
  const change = useLatest(onChange);
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = described({ id, hint, error });
  const editor = useEditor({
    extensions: richSchema,
    enableInputRules: typingRules,
    content: withSelection(value, place),
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
      handleDOMEvents: { keydown: (view, event) => isForForm(view.state, event) },
      handlePaste: (view, event) => paste(view, event, longest, setMessage),
    },
    onUpdate: ({ editor: changed, transaction }) => {
      const document = changed.getJSON() as ProseNode;
      const text = serializeProse(document);
      if (!roundTrips(document, text)) return setMessage(refused);
      setMessage((said) => (said === refused ? '' : said));
      written.current.push(text);
      const isOwn = (transaction.getMeta('history$') as { redo: boolean } | undefined)?.redo === false;
      change(text || undefined, isOwn ? 'taken back' : 'typed on');
    },
  });
  useLayoutEffect(() => {
    if (place !== undefined) goOnTyping(editor);
  }, [editor, place]);
  // A merge, a restored version or a step back of the form brings another text: what was done to the former one is past.
  useEffect(() => {
    const shown = written.current.lastIndexOf(value);
    if (shown >= 0) {
      written.current.splice(0, shown);
      return;
    }
    written.current = [value];
    editor.commands.setContent(parseProse(value), { emitUpdate: false });
    const { doc, plugins } = editor.state;
    editor.view.updateState(EditorState.create({ doc, plugins }));
  }, [editor, value]);
  return (
    <Field {...frame} label={label}>
      <RichTools editor={editor} label={label} />
      <EditorContent editor={editor} />
      <FormError message={message} />
      <p className="field-hint figures">
        {value.length.toLocaleString('ru')} из {longest.toLocaleString('ru')} знаков
      </p>
    </Field>
  );
}

/** Whether a step is asked for and this text has none of its own: the form has the next one. */
function isForForm(state: EditorState, event: KeyboardEvent): boolean {
  const step = stepOf(event);
  return step !== undefined && (step === 'undo' ? undoDepth(state) : redoDepth(state)) === 0;
}

/** What was selected where the signs stand is selected again, before the browser reads the next key. */
function goOnTyping({ view }: Editor): void {
  const { tr } = view.state;
  const placeOf = (sign: string) => {
    const places: number[] = [];
    tr.doc.descendants((node, start) => {
      const at = node.text?.indexOf(sign) ?? -1;
      if (at >= 0) places.push(start + at);
    });
    return places;
  };
  const places = Object.values(signs).flatMap(placeOf);
  for (const at of places.toSorted((one, other) => other - one)) tr.delete(at, at + 1);
  const [anchor, head = anchor] = places.map((at) => tr.mapping.map(at));
  if (anchor !== undefined && head !== undefined) {
    tr.setSelection(TextSelection.create(tr.doc, anchor, head)).setMeta('addToHistory', false);
    view.dispatch(tr);
  }
  view.focus();
}

/** Takes in what the pages know of a clipboard's text, and tells what is left out. */
function paste(
  view: EditorView,
  event: ClipboardEvent,
  longest: number,
  tell: (message: string) => void,
): boolean {
  const plain = event.clipboardData?.getData('text/plain') ?? '';
  const html = event.clipboardData?.getData('text/html') ?? '';
  if (plain.length > longest) {
    tell(
      `Вставлено ${plain.length.toLocaleString('ru')} знаков, а вмещается ${longest.toLocaleString('ru')}. Вставьте нужную часть.`,
    );
    return true;
  }
  const pictures = [...(event.clipboardData?.files ?? [])].length;
  if (html === '') {
    tell(pastedWords(new Map(pictures > 0 ? [['picture', pictures]] : []), plain));
    return plain === '';
  }
  const { document, left } = fromHtml(html);
  const { schema, selection, tr } = view.state;
  tell(pastedWords(left, plainLines(document).join('\n')));
  const isInCell = selection.$from.node(-1)?.type.name.startsWith('table');
  if (isInCell) {
    // A cell holds words alone.
    const words = plainLines(document).flatMap((line, at) => [
      ...(at > 0 ? [schema.node('hardBreak')] : []),
      ...(line ? [schema.text(line)] : []),
    ]);
    view.dispatch(tr.replaceSelection(new Slice(Fragment.from(words), 0, 0)).scrollIntoView());
    return true;
  }
  const content = Fragment.fromJSON(schema, document.content ?? []);
  view.dispatch(tr.replaceSelection(Slice.maxOpen(content, false)).scrollIntoView());
  return true;
}
