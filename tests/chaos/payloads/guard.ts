/** Observations of the guard in a page. */
export interface Seen {
  /** Executed payloads and opened dialogs. */
  runs: string[];
  violations: string[];
  /** Dangerous attributes, and element names. */
  elements: string[];
  /** Invalid JSON-LD. */
  unreadable: string[];
}

declare global {
  interface Window {
    /** Filled from the start of a page. */
    __xss: { runs: string[]; violations: string[]; elements: Set<string> };
  }
}

/** Runs in a page before everything else; self-contained, because its source is injected. */
export function guard(): void {
  const runs: string[] = [];
  const violations: string[] = [];
  const elements = new Set<string>();
  window.__xss = { runs, violations, elements };
  // Set by the payloads.
  Object.defineProperty(window, 'attacked', {
    set() {
      runs.push('attacked');
    },
  });
  for (const name of ['alert', 'confirm', 'prompt'] as const)
    Object.defineProperty(window, name, { value: () => void runs.push(name) });
  // The browser driver evaluates code too.
  const evaluate = window.eval;
  window.eval = (text: string): unknown => {
    if (text.includes('attacked')) runs.push('eval');
    return evaluate(text);
  };
  document.addEventListener('securitypolicyviolation', (event) => {
    violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  });
  const isForeign = (value: string) =>
    !/^(?:https?:|mailto:|tel:|blob:|[/?#.]|[\w%-]*$)/i.test(value.trim()) || /^[/\\]{2}/.test(value);
  const note = (element: Element) => {
    const name = element.localName;
    elements.add(`<${name}>`);
    const attribute = (key: string) => element.getAttribute(key) ?? '';
    for (const { name: key, value } of element.attributes) {
      if (/^on/i.test(key)) elements.add(`<${name} ${key}>`);
      if (/^(?:href|src|action|formaction|data|xlink:href)$/i.test(key) && isForeign(value))
        elements.add(`<${name} ${key}=${value.slice(0, 60)}>`);
    }
    if (name === 'script' && !/json/.test(attribute('type')))
      elements.add(`<script src="${attribute('src')}">${element.textContent}`);
    if (['iframe', 'frame', 'object', 'embed', 'base', 'applet'].includes(name))
      elements.add(`<${name} title="${attribute('title')}" sandbox="${attribute('sandbox')}">`);
    if (name === 'meta' && element.hasAttribute('http-equiv'))
      elements.add(`<meta http-equiv=${attribute('http-equiv')}>`);
  };
  const seen = new WeakSet<Element>();
  const noteNew = (element: Element) => {
    if (seen.has(element)) return;
    seen.add(element);
    note(element);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes)
      if (type === 'attributes') note(target as Element);
      else
        for (const node of addedNodes)
          if (node instanceof Element && !seen.has(node)) {
            noteNew(node);
            node.querySelectorAll('*').forEach(noteNew);
          }
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Runs in a loaded page. */
export function lookBack(): Seen {
  const { runs, violations, elements } = window.__xss;
  const unreadable = [...document.querySelectorAll('script[type*="json"]')].flatMap(({ textContent }) => {
    try {
      JSON.parse(textContent);
      return [];
    } catch {
      return [textContent.slice(0, 200)];
    }
  });
  return { runs, violations, elements: [...elements], unreadable };
}
