import { Extension, Mark, Node, wrappingInputRule } from '@tiptap/react';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { StarterKit } from '@tiptap/starter-kit';
import { isAddress } from '#domain/prose/node.ts';

/** What a rich text may hold: the nodes of `domain/prose`, which pages draw, and none besides. */
export const richSchema = [
  StarterKit.configure({
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    listItem: false,
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: false, isAllowedUri: (address) => isAddress(address) },
  }),
  Node.create({
    name: 'listItem',
    content: 'paragraph (paragraph | bulletList | orderedList)*',
    defining: true,
    parseHTML: () => [{ tag: 'li' }],
    renderHTML: () => ['li', 0],
    addKeyboardShortcuts() {
      return {
        Enter: () => this.editor.commands.splitListItem(this.name),
        Tab: () => this.editor.commands.sinkListItem(this.name),
        'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
      };
    },
  }),
  // «2024. » begins a sentence and no list.
  Extension.create({
    name: 'numbering',
    addInputRules() {
      const type = this.editor.schema.nodes['orderedList'];
      if (!type) return [];
      return [
        wrappingInputRule({
          find: /^(\d{1,2})\.\s$/,
          type,
          getAttributes: ([, start]) => ({ start: Number(start) }),
          joinPredicate: ([, start], node) => node.childCount + Number(node.attrs['start']) === Number(start),
        }),
      ];
    },
  }),
  raised('superscript', 'subscript', 'sup'),
  raised('subscript', 'superscript', 'sub'),
  Node.create({
    name: 'image',
    group: 'block',
    draggable: true,
    addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
    parseHTML: () => [{ tag: 'img[src^="/"]' }],
    renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  }),
  ...table(),
];

/** Rules of typing that are in force: «1. » by the rule above. */
export const typingRules = ['bold', 'italic', 'heading', 'bulletList', 'blockquote', 'numbering'];

function raised(name: string, excludes: string, tag: string) {
  return Mark.create({
    name,
    excludes,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });
}

const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

/** A table of words: no cell goes over several columns or rows, since pages have none that do. */
function table() {
  const cell = (name: string, tag: string) =>
    Node.create({
      name,
      content: 'paragraph',
      isolating: true,
      addAttributes: () => ({
        colspan: { default: 1, rendered: false },
        rowspan: { default: 1, rendered: false },
        colwidth: { default: null, rendered: false },
      }),
      parseHTML: () => [{ tag }],
      renderHTML: () => [tag, 0],
    });
  return [
    Node.create({
      name: 'table',
      group: 'block',
      content: 'tableRow+',
      isolating: true,
      parseHTML: () => [{ tag: 'table' }],
      renderHTML: () => ['div', { class: 'table' }, ['table', ['tbody', 0]]],
      extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
      addProseMirrorPlugins: () => [tableEditing()],
      addKeyboardShortcuts() {
        const go = (step: 1 | -1) => () => goToNextCell(step)(this.editor.state, this.editor.view.dispatch);
        return { Tab: go(1), 'Shift-Tab': go(-1) };
      },
    }),
    Node.create({
      name: 'tableRow',
      content: '(tableCell | tableHeader)+',
      parseHTML: () => [{ tag: 'tr' }],
      renderHTML: () => ['tr', 0],
    }),
    cell('tableCell', 'td'),
    cell('tableHeader', 'th'),
  ];
}
