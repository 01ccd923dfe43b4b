// Lint rules that oxlint lacks; oxlint.config.ts says where each applies.

type Node = { type: string; [key: string]: unknown };
type Context = { report: (finding: { node: Node; message: string }) => void };

const isNamed = (node: unknown, name: string) =>
  (node as Node)?.type === 'Identifier' && (node as Node).name === name;

/** Whether SQL text is concatenated from values instead of using parameters. */
function isAssembled(node: Node | undefined): boolean {
  if (node?.type === 'TemplateLiteral') return (node.expressions as Node[]).length > 0;
  return node?.type === 'BinaryExpression' && node.operator === '+';
}

const noClock = {
  create: (context: Context) => {
    const report = (node: Node) =>
      context.report({
        node,
        message: 'A page may not read the clock: it must be the same whenever it is rendered.',
      });
    return {
      NewExpression(node: Node) {
        if (isNamed(node.callee, 'Date') && (node.arguments as Node[]).length === 0) report(node);
      },
      CallExpression(node: Node) {
        const callee = node.callee as Node;
        if (isNamed(callee, 'Date')) report(node);
        if (
          callee.type === 'MemberExpression' &&
          isNamed(callee.object, 'Date') &&
          isNamed(callee.property, 'now')
        ) {
          report(node);
        }
      },
    };
  },
};

const noFetch = {
  create: (context: Context) => ({
    CallExpression(node: Node) {
      const callee = node.callee as Node;
      if (
        isNamed(callee, 'fetch') ||
        (callee.type === 'MemberExpression' && isNamed(callee.property, 'fetch'))
      ) {
        context.report({ node, message: 'Facts come through #data/catalogue.ts, never by fetch.' });
      }
    },
  }),
};

/** A script chunk may be gone after a release: one module handles that. */
const loaders = ['importOrReload', 'importOrSkip'];
const noBareImport = {
  create: (context: Context) => ({
    ImportExpression(node: Node) {
      for (let around = node.parent as Node | null; around; around = around.parent as Node | null)
        if (around.type === 'CallExpression' && loaders.some((name) => isNamed(around.callee, name))) return;
      context.report({
        node,
        message: 'Parts of the script are loaded by src/stores/importOrReload.ts; islands by registry.ts.',
      });
    },
  }),
};

const noRawSql = {
  create: (context: Context) => ({
    CallExpression(node: Node) {
      const callee = node.callee as Node;
      const [text] = node.arguments as Node[];
      if (callee.type !== 'MemberExpression') return;
      const name = (callee.property as Node).name as string;
      const isRaw = name === 'raw' && isNamed(callee.object, 'sql') && text?.type !== 'Literal';
      if (isRaw || (['exec', 'prepare', 'query'].includes(name) && isAssembled(text))) {
        context.report({
          node,
          message: 'Values travel as parameters: no SQL is put together from strings.',
        });
      }
    },
  }),
};

const isDialog = (node: Node): boolean => {
  if (node?.type === 'MemberExpression') return isDialog(node.object as Node);
  if (node?.type !== 'CallExpression') return false;
  const [role] = node.arguments as Node[];
  const callee = node.callee as Node;
  const isQueried = isNamed(callee.property, 'getByRole') && /^(alert)?dialog$/.test(String(role?.value));
  return isQueried || isNamed(callee, 'dialogNamed') || isDialog(callee);
};
const rootOf = (node: Node): Node => {
  const inner = (node?.type === 'CallExpression' ? node.callee : node?.object) as Node | undefined;
  return inner ? rootOf(inner) : node;
};

/** A dialog may hold several texts, all but one hidden: hidden ones are ignored. */
const seenText = {
  create: (context: Context) => {
    const dialogs = new Set<unknown>();
    return {
      VariableDeclarator({ id, init }: Node) {
        if (isDialog(init as Node)) dialogs.add((id as Node).name);
      },
      CallExpression(node: Node) {
        const { object, property } = node.callee as Node;
        if (!isNamed(property, 'toContainText') && !isNamed(property, 'toHaveText')) return;
        const [locator] = ((object as Node).arguments ?? []) as Node[];
        if (!locator || !(isDialog(locator) || dialogs.has(rootOf(locator).name))) return;
        const options = (node.arguments as Node[])[1]?.properties as Node[] | undefined;
        if (!options?.some(({ key }) => isNamed(key, 'useInnerText')))
          context.report({ node, message: 'In a dialog hidden text counts too: ask with useInnerText.' });
      },
    };
  },
};

export default {
  meta: { name: 'register' },
  rules: {
    'no-bare-import': noBareImport,
    'no-clock': noClock,
    'no-fetch': noFetch,
    'no-raw-sql': noRawSql,
    'seen-text': seenText,
  },
};
