import type { Terminology } from './code-system.ts';
import type { Resource } from './outcome.ts';
import { orphaSystem } from '../codes/systems.ts';

export const operations = {
  CodeSystem: ['lookup', 'validate-code', 'subsumes'],
  ValueSet: ['expand', 'validate-code'],
  ConceptMap: ['translate'],
} as const;

const head = ({ concepts, title, base }: Terminology) => ({
  status: 'active',
  date: concepts.updated,
  publisher: title,
  kind: 'instance',
  implementation: { description: title, url: base },
});

export const capabilityStatement = (terminology: Terminology): Resource => ({
  resourceType: 'CapabilityStatement',
  name: 'OrphaTerminology',
  title: `${terminology.title}: терминология FHIR R4, только чтение`,
  ...head(terminology),
  instantiates: ['http://hl7.org/fhir/CapabilityStatement/terminology-server'],
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      resource: Object.entries(operations).map(([type, names]) => ({
        type,
        interaction: [{ code: 'read' }, { code: 'search-type' }],
        searchParam: [{ name: 'url', type: 'uri' }],
        operation: names.map((name) => ({
          name,
          definition: `http://hl7.org/fhir/OperationDefinition/${type}-${name}`,
        })),
      })),
    },
  ],
});

export const terminologyCapabilities = (terminology: Terminology): Resource => ({
  resourceType: 'TerminologyCapabilities',
  name: 'OrphaTerminologyCapabilities',
  ...head(terminology),
  codeSystem: [
    {
      uri: orphaSystem,
      ...(terminology.concepts.release
        ? { version: [{ code: terminology.concepts.release, isDefault: true, language: ['ru', 'en'] }] }
        : {}),
      subsumption: true,
    },
  ],
  expansion: {
    hierarchical: false,
    paging: true,
    incomplete: false,
    parameter: ['filter', 'offset', 'count', 'displayLanguage', 'includeDesignations', 'activeOnly'].map(
      (name) => ({ name }),
    ),
    textFilter: 'Слова русского или английского названия, синоним или код, как в поиске портала',
  },
  codeSearch: 'all',
  validateCode: { translations: true },
  translation: { needsMap: false },
});
