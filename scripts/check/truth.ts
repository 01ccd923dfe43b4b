import { truthProblems } from '../../src/domain/truth.ts';
import type { Kind } from '../../src/domain/kinds/index.ts';

/** A line of `src/starter/<kind>.ndjson` with its position. */
export interface StarterLine {
  kind: Kind;
  /** `disease.ndjson:12`, for findings. */
  place: string;
  external: string;
  data: Record<string, unknown>;
  sources: Record<string, unknown>[];
  rest: Record<string, unknown>;
}

/**
 * False statements that can be told: those of one record (`domain/truth.ts`), and those that other records
 * deny.
 */
export function checkTruth(lines: readonly StarterLine[]): string[] {
  const drugs = lines.filter(({ kind }) => kind.name === 'drug');
  const remedies = new Set(drugs.flatMap(({ data }) => [data.title, data.inn].filter(isName).map(foldYo)));
  return lines.flatMap((line) =>
    [
      ...truthProblems(line.kind.name, line.data, line.sources).map(
        ({ field, message }) => `${field}: ${message}`,
      ),
      ...(line.kind.name === 'disease'
        ? [...remediesAmongNames(line, remedies), ...deniedTherapies(line, drugs)]
        : []),
    ].map((what) => `${line.place} (${line.external}) ${what}`),
  );
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length > 3;
const foldYo = (name: string) => name.toLowerCase().replaceAll('ё', 'е');

/** «Масло Лоренцо» is not a name of adrenoleukodystrophy: search aliases belong in `aliases`. */
function remediesAmongNames({ data }: StarterLine, remedies: ReadonlySet<string>): string[] {
  return ((data.synonyms ?? []) as string[]).flatMap((name) => {
    const words = ` ${foldYo(name)} `.replace(/[^\p{L}\d]+/gu, ' ');
    const remedy = [...remedies].find((one) => words.includes(` ${one} `));
    return remedy || /^(масло|таблетки|препарат|сироп)\s/i.test(name)
      ? [`has a remedy among its names: «${name}»`]
      : [];
  });
}

const supportive = /(лечени\p{L}*|терапи\p{L}*)\s+(только\s+)?поддерживающ|только\s+поддерживающ/iu;

/** Treatment is not «supportive» when a catalogue drug is approved and the text names none. */
function deniedTherapies({ data, external }: StarterLine, drugs: readonly StarterLine[]): string[] {
  const text = foldYo(`${String(data.about ?? '')} ${String(data.therapy ?? '')}`);
  if (!supportive.test(text)) return [];
  const approved = drugs.filter(
    (drug) =>
      ((drug.data.diseases ?? []) as string[]).includes(external) &&
      (((drug.data.approvals ?? []) as unknown[]).length > 0 ||
        ((drug.data.designations ?? []) as { approved_at?: string }[]).some(({ approved_at: at }) => at)),
  );
  const isNamed = approved.some((drug) =>
    [drug.data.title, drug.data.title_en, drug.data.inn]
      .filter(isName)
      .some((name) => text.includes(foldYo(name))),
  );
  return approved.length > 0 && !isNamed
    ? [
        `calls its treatment supportive, and has ${approved.map((drug) => String(drug.data.title)).join(', ')}`,
      ]
    : [];
}
