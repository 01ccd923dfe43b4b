import type { Overlays } from '../../catalogue/overlays.ts';
import { child, members, textIn, type Element } from '../xml.ts';
import { orphaCode, signOf, unique, type Disease } from './disease.ts';
import { isInformative, prevalenceEntry } from './prevalence.ts';
import { withoutRemark, type Remark } from './remark.ts';
import {
  disorderTypes,
  frequencies,
  genePartOf,
  inheritances,
  onsets,
  stripMarkup,
  relationOf,
  nonEmptyText,
} from './vocabulary.ts';

/** A list value: `<HPOFrequency id="28412"><Name lang="en">Very frequent (99-80%)</Name></HPOFrequency>`. */
const wordOf = (
  element: Element | undefined,
): readonly [label: string | undefined, id: string | undefined] => [
  nonEmptyText(textIn(element, 'Name')),
  element?.attributes.get('id'),
];

const wordIn = (element: Element, name: string) => wordOf(child(element, name));

/** `OrphaCode`, in files before 2020 `OrphaNumber`. */
export const codeOf = (element: Element | undefined) =>
  orphaCode(textIn(element, 'OrphaCode') ?? textIn(element, 'OrphaNumber'));

interface Names {
  /** Names by language: in the Russian edition untranslated ones are marked `en`. */
  title: ReadonlyMap<string, string>;
  synonyms: ReadonlyMap<string, string[]>;
  /** Remarks before the name, in any language. */
  remarks: ReadonlySet<Remark>;
}

export function namesOf(disorder: Element): Names {
  const title = new Map<string, string>();
  const synonyms = new Map<string, string[]>();
  const remarks = new Set<Remark>();
  for (const { name, text, attributes } of disorder.children) {
    if (name !== 'Name' || !nonEmptyText(text)) continue;
    const parsed = withoutRemark(stripMarkup(text));
    title.set(attributes.get('lang') ?? 'en', parsed.name);
    if (parsed.remark) remarks.add(parsed.remark);
  }
  for (const { text, attributes } of members(disorder, 'SynonymList', 'Synonym')) {
    const language = attributes.get('lang') ?? 'en';
    if (nonEmptyText(text)) synonyms.set(language, [...(synonyms.get(language) ?? []), stripMarkup(text)]);
  }
  return { title, synonyms, remarks };
}

/** Language of the edition: names in others are untranslated. */
export function languageOf(disorder: Element): string {
  const labelled = [
    child(disorder, 'ExpertLink'),
    child(child(disorder, 'DisorderType'), 'Name'),
    child(disorder, 'Name'),
  ];
  return (
    labelled.map((element) => element?.attributes.get('lang')).find((language) => language !== undefined) ??
    'en'
  );
}

export const typeOf = (disorder: Element) => disorderTypes.find(...wordIn(disorder, 'DisorderType'));

interface Codes {
  omim: Disease['omim'];
  icd10: Disease['icd10'];
  icd11: Disease['icd11'];
  mondo: string | undefined;
  mesh: string[];
  gard: string[];
}

export function codesOf(disorder: Element): Codes {
  const codes: Codes = { omim: [], icd10: [], icd11: [], mondo: undefined, mesh: [], gard: [] };
  for (const reference of members(disorder, 'ExternalReferenceList', 'ExternalReference')) {
    const code = nonEmptyText(textIn(reference, 'Reference'));
    if (code === undefined) continue;
    const relation = relationOf(...wordIn(reference, 'DisorderMappingRelation'));
    const source = textIn(reference, 'Source');
    if (source === 'OMIM' && /^\d{6}$/.test(code)) codes.omim.push({ code, relation });
    if (source === 'ICD-10' && /^[A-Z]\d{2}(\.\d{1,2})?$/.test(code)) codes.icd10.push({ code, relation });
    if (source === 'ICD-11') codes.icd11.push({ code: code.slice(0, 60) });
    if (source === 'MONDO' && relation === 'exact' && /^(MONDO:)?\d{7}$/.test(code))
      codes.mondo = `MONDO:${code.slice(-7)}`;
    if (source === 'MeSH') codes.mesh.push(code);
    if (source === 'GARD') codes.gard.push(code);
  }
  return codes;
}

export function definitionOf(disorder: Element, language: string): string | undefined {
  for (const summary of members(disorder, 'SummaryInformationList', 'SummaryInformation')) {
    for (const section of members(summary, 'TextSectionList', 'TextSection')) {
      const [label, id] = wordIn(section, 'TextSectionType');
      const isDefinition = id === '16907' || label === 'Definition';
      const text = nonEmptyText(textIn(section, 'Contents'));
      if (isDefinition && text !== undefined && (section.attributes.get('lang') ?? 'en') === language)
        return stripMarkup(text);
    }
  }
  return undefined;
}

/** A withdrawn entity and its successor. */
export function retirementOf(disorder: Element, { remarks }: Pick<Names, 'remarks'>): Disease['retired'] {
  for (const association of members(
    disorder,
    'DisorderDisorderAssociationList',
    'DisorderDisorderAssociation',
  )) {
    const [label] = wordIn(association, 'DisorderDisorderAssociationType');
    if (!/^(moved to|referred to|упоминается|перенес)/i.test(label ?? '')) continue;
    const successor = codeOf(child(association, 'TargetDisorder'));
    return successor === undefined ? {} : { successor };
  }
  return remarks.has('obsolete') ? {} : undefined;
}

/** The preferred classification head (product 7). */
export function preferredHeadOf(disorder: Element): number | undefined {
  for (const association of members(
    disorder,
    'DisorderDisorderAssociationList',
    'DisorderDisorderAssociation',
  )) {
    const [label, id] = wordIn(association, 'DisorderDisorderAssociationType');
    if (label !== 'Preferential parent' && id !== '21485') continue;
    // Half of the rows have an empty target.
    const head = codeOf(child(association, 'TargetDisorder'));
    if (head !== undefined) return head;
  }
  return undefined;
}

export function signsOf(disorder: Element, overlays: Overlays): Disease['signs'] {
  const signs = new Map<string, Disease['signs'][number]>();
  for (const association of members(disorder, 'HPODisorderAssociationList', 'HPODisorderAssociation')) {
    const hpo = textIn(child(association, 'HPO'), 'HPOId');
    const label = nonEmptyText(textIn(child(association, 'HPO'), 'HPOTerm'));
    if (hpo === undefined || !/^HP:\d{7}$/.test(hpo) || label === undefined) continue;
    const frequency = frequencies.find(...wordIn(association, 'HPOFrequency'));
    const [word] = wordIn(association, 'DiagnosticCriteria');
    const criterion = criteria.find(([, pattern]) => pattern.test(word ?? ''))?.[0];
    signs.set(hpo, {
      ...signOf(overlays, { hpo, label_en: label, frequency }),
      ...(criterion ? { criterion } : {}),
    });
  }
  return [...signs.values()];
}

const criteria = [
  ['pathognomonic', /pathognomonic|патогномонич/i],
  ['exclusion', /exclusion|исключ/i],
  ['diagnostic', /criterion|критери/i],
] as const;

export function genesOf(disorder: Element): Disease['genes'] {
  return members(disorder, 'DisorderGeneAssociationList', 'DisorderGeneAssociation').flatMap(
    (association) => {
      const gene = child(association, 'Gene');
      const symbol = nonEmptyText(textIn(gene, 'Symbol'));
      if (symbol === undefined) return [];
      const references = members(gene, 'ExternalReferenceList', 'ExternalReference');
      const of = (source: string) =>
        textIn(
          references.find((reference) => textIn(reference, 'Source') === source),
          'Reference',
        );
      const name = nonEmptyText(textIn(gene, 'Name'));
      const [hgnc, omim] = [of('HGNC'), of('OMIM')];
      const locus = members(gene, 'LocusList', 'Locus').map((each) =>
        nonEmptyText(textIn(each, 'GeneLocus')),
      )[0];
      return [
        {
          symbol,
          ...(name ? { name } : {}),
          ...(hgnc && /^\d{1,6}$/.test(hgnc) ? { hgnc } : {}),
          ...(omim && /^\d{6}$/.test(omim) ? { omim } : {}),
          ...(locus ? { locus } : {}),
          ...genePartOf(...wordIn(association, 'DisorderGeneAssociationType')),
        },
      ];
    },
  );
}

export function prevalenceOf(disorder: Element): Disease['prevalence'] {
  return members(disorder, 'PrevalenceList', 'Prevalence')
    .map((entry) => {
      const [label, id] = wordIn(entry, 'PrevalenceValidationStatus');
      return prevalenceEntry({
        type: wordIn(entry, 'PrevalenceType'),
        class: wordIn(entry, 'PrevalenceClass'),
        unit: wordIn(entry, 'PrevalenceQualification'),
        figure: textIn(entry, 'ValMoy'),
        place: wordIn(entry, 'PrevalenceGeographic')[0],
        source: nonEmptyText(textIn(entry, 'Source')),
        validated: label === 'Validated' || id === '25958' || (label === undefined ? undefined : false),
      });
    })
    .filter((entry) => entry !== undefined)
    .filter(isInformative);
}

export const onsetsOf = (disorder: Element): Disease['onset'] =>
  unique(
    members(disorder, 'AverageAgeOfOnsetList', 'AverageAgeOfOnset').map((word) =>
      onsets.find(...wordOf(word)),
    ),
  );

export const inheritanceOf = (disorder: Element): Disease['inheritance'] =>
  unique(
    members(disorder, 'TypeOfInheritanceList', 'TypeOfInheritance').map((word) =>
      inheritances.find(...wordOf(word)),
    ),
  );

const consequenceFrequencies = [
  ['very-frequent', /^very frequent|^очень част/i],
  ['frequent', /^frequent|^част/i],
  ['occasional', /^occasional|^иногда|^нечаст/i],
] as const;
const temporalities = [
  ['permanent', /permanent|постоян/i],
  ['delayed', /delayed|задерж/i],
  ['transient', /transient|временн|преходящ/i],
  ['acute', /acute|остр/i],
] as const;
const severities = [
  ['complete', /complete|полн/i],
  ['severe', /severe|тяж[её]л/i],
  ['moderate', /moderate|умеренн/i],
  ['low', /low|л[её]гк|слаб/i],
] as const;

const codeBy = <Code extends string>(list: readonly (readonly [Code, RegExp])[], label: string | undefined) =>
  label === undefined ? undefined : list.find(([, pattern]) => pattern.test(label))?.[0];

export function consequencesOf(disorder: Element): Disease['consequences'] {
  return members(disorder, 'DisabilityDisorderAssociationList', 'DisabilityDisorderAssociation').flatMap(
    (entry) => {
      const name = child(child(entry, 'Disability'), 'Name');
      const activity = nonEmptyText(name?.text);
      if (activity === undefined) return [];
      const isRussian = name?.attributes.get('lang') === 'ru';
      const frequency = codeBy(consequenceFrequencies, wordIn(entry, 'FrequenceDisability')[0]);
      const temporality = codeBy(temporalities, wordIn(entry, 'TemporalityDisability')[0]);
      const severity = codeBy(severities, wordIn(entry, 'SeverityDisability')[0]);
      return [
        {
          ...(isRussian ? { activity } : { activity_en: activity }),
          ...(frequency ? { frequency } : {}),
          ...(temporality ? { temporality } : {}),
          ...(severity ? { severity } : {}),
          lost: textIn(entry, 'LossOfAbility') === 'y',
        },
      ];
    },
  );
}
