/**
 * HGVS nomenclature as used in clinical reports: optional reference sequence, level, one change
 * (https://hgvs-nomenclature.org/stable/, read 2026-11-22). The existence of the variant is not checked.
 */

const reference =
  /^(?:N[CGMPRTW]_\d+\.\d+|ENS[TGP]\d+(?:\.\d+)?|LRG_\d+(?:[tp]\d+)?)(?:\([A-Z][A-Z0-9-]*\))?:/;
const place = String.raw`(?:\?|[-*]?\d+(?:[+-]\d+)?)`;
const range = String.raw`(${place})(?:_(${place}))?`;
const bases = '[ACGTUN]+';
const change = String.raw`(?:${bases}>${bases}|del(?:${bases}|\d+)?|dup(?:${bases}|\d+)?|ins(?:${bases}|\(\d+\)|\[.+\])|delins(?:${bases}|\(\d+\)|\[.+\])|inv|=|(?:${bases})?\[\d+\])`;
const ofNucleotides = new RegExp(`^${range}${change}$`);
const acid =
  '(?:Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Sec|Ter|Xaa|\\*)';
const acids = `${acid}\\d+(?:_${acid}\\d+)?`;
const proteinChange = `(?:${acid}(?:fs(?:(?:Ter|\\*)(?:\\d+|\\?))?|ext\\*?(?:Ter)?(?:\\d+|\\?))?|fs(?:(?:Ter|\\*)(?:\\d+|\\?))?|=|del|dup|ins${acid}+|delins${acid}+|\\?)`;
const ofProtein = new RegExp(`^(?:${acids}${proteinChange}|[=?]|0\\??)$`);

/** Error message for a variant; empty when valid. */
export function problemOfHgvs(text: string): string {
  const typed = text.trim();
  if (/[\u0400-\u04ff]/.test(typed)) return 'В записи есть русские буквы: наберите её латиницей.';
  if (/\s/.test(typed)) return 'Уберите пробелы: NM_000157.4:c.1226A>G.';
  const [sequence = ''] = reference.exec(typed) ?? [];
  const named = typed.slice(sequence.length);
  if (named.includes(':'))
    return 'Последовательность до двоеточия указывают с версией: NM_000157.4, NP_000148.2, NC_000001.11.';
  const [, level = '', rest = ''] = /^([cgmnrp])\.(.+)$/.exec(named) ?? [];
  if (level === '') return 'Начните с уровня: c., g., m., n., r. или p., например c.1226A>G.';
  return level === 'p'
    ? problemOfProtein(rest)
    : problemOfNucleotides(level === 'r' ? rest.toUpperCase() : rest, rest);
}

function problemOfNucleotides(upper: string, rest: string): string {
  // RNA and words of the change are lower case.
  const text =
    upper === rest ? rest : upper.replaceAll(/DELINS|DEL|DUP|INS|INV/g, (word) => word.toLowerCase());
  const [, from = '', to] = ofNucleotides.exec(text) ?? [];
  if (from === '') {
    if (/^[acgt]|\d[acgt]+>|>[acgt]/.test(rest) && upper === rest)
      return 'Нуклеотиды пишут большими буквами: c.1226A>G.';
    if (/[-/=]>|→|\d[A-Z]+\/[A-Z]+/.test(rest)) return 'Замену обозначает один знак «>»: c.1226A>G.';
    if (/^[ACGT]+\d+[ACGT]+$/.test(rest)) return 'Сначала место, потом замена: c.1226A>G, а не c.A1226G.';
    return 'Не похоже на запись HGVS. Примеры: c.1226A>G, c.84dup, c.1263_1317del, c.115+1G>A.';
  }
  const [start, end] = [from, to].map((position) =>
    /^\d+$/.test(position ?? '') ? Number(position) : undefined,
  );
  if (start !== undefined && end !== undefined && start >= end)
    return 'В промежутке первое место меньше второго: c.1263_1317del.';
  return '';
}

function problemOfProtein(rest: string): string {
  const notation = /^\((.+)\)$/.exec(rest)?.[1] ?? rest;
  if (ofProtein.test(notation)) return '';
  if (/^[A-Z*]\d+/.test(notation)) return 'Аминокислоты пишут тремя буквами: p.Asn409Ser или p.(Asn409Ser).';
  return 'Не похоже на запись HGVS. Примеры: p.Asn409Ser, p.(Leu29AlafsTer18), p.Arg83Ter.';
}

/** Error message for a gene symbol (HGNC: capital Latin letters, digits and hyphens). */
export const problemOfGene = (symbol: string): string =>
  /^[A-Z][A-Za-z0-9-]{0,24}$/.test(symbol.trim())
    ? ''
    : 'Обозначение гена по HGNC: большие латинские буквы и цифры, например GBA1.';
