import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A regular expression in the code. */
export interface Pattern {
  source: string;
  flags: string;
  /** First file with it, from the root. */
  file: string;
}

/**
 * All literal regular expressions of a folder, without tests; of `.astro` pages the front matter and scripts.
 */
export function patternsIn(folder: string): Pattern[] {
  const found = new Map<string, Pattern>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|astro)$/.test(file) && !/\.test\./.test(file),
  );
  for (const name of files.toSorted()) {
    const file = path.join(path.basename(folder), name);
    const text = readFileSync(path.join(folder, name), 'utf8');
    for (const code of name.endsWith('.astro') ? codeOf(text) : [text]) {
      const kind = name.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
      const walk = (node: ts.Node): void => {
        const literal = literalOf(node);
        if (literal && !found.has(literal.source + literal.flags))
          found.set(literal.source + literal.flags, { ...literal, file });
        ts.forEachChild(node, walk);
      };
      walk(ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, kind));
    }
  }
  return [...found.values()];
}

/** `/…/flags`, or `new RegExp('…', 'flags')` and `regex('…')` with literal arguments. */
function literalOf(node: ts.Node): { source: string; flags: string } | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [source, flags] = node.arguments ?? [];
  if (!source || !ts.isStringLiteralLike(source)) return undefined;
  return { source: source.text, flags: flags && ts.isStringLiteralLike(flags) ? flags.text : '' };
}

const codeOf = (page: string): string[] => [
  /^---\n([\s\S]*?)\n---/.exec(page)?.[1] ?? '',
  ...[...page.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script),
];
