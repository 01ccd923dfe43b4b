/** Code systems as FHIR names them; docs/decisions/0025-fhir-terminology.md has where each was looked up. */
export const orphaSystem = 'http://www.orpha.net';
export const icd10System = 'urn:oid:1.2.643.5.1.13.13.11.1005';
export const omimSystem = 'http://www.omim.org';
/** ICD-11 is mapped to entities of its foundation, which have numbers; codes of MMS have letters. */
export const icd11System = 'http://id.who.int/icd/entity';
const icd11MmsSystem = 'http://id.who.int/icd/release/11/mms';

/** Other spellings in use, which are read as the first. */
const aliases: Readonly<Record<string, string>> = {
  'https://www.orpha.net': orphaSystem,
  'http://hl7.org/fhir/sid/icd-10': icd10System,
  'https://www.omim.org': omimSystem,
  'https://omim.org': omimSystem,
};

export const systemOf = (given: string): string => (Object.hasOwn(aliases, given) ? aliases[given]! : given);

export const icd11SystemOf = (code: string): string => (/^\d+$/.test(code) ? icd11System : icd11MmsSystem);

/** Synonyms in `designation.use`, from the example binding of R4. */
export const synonymUse = {
  system: 'http://snomed.info/sct',
  code: '900000000000013009',
  display: 'Synonym',
};
