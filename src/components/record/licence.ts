/** Whose the facts are, and on which terms: goes with everything that machines read. */
export const licence = {
  name: 'CC BY 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/deed.ru',
};

/** Credits that the sources ask for (docs/data.md). */
export const credits: readonly { what: string; whose: string; terms: string; url?: string }[] = [
  {
    what: 'Заболевания, названия, гены, признаки, распространённость, классификации',
    whose: 'Orphanet / Orphadata, © INSERM',
    terms: 'CC BY 4.0; отобрано, переведено, приведено к полям портала',
    url: 'https://www.orphadata.com/',
  },
  {
    what: 'Признаки: номера и английские названия',
    whose: 'Human Phenotype Ontology',
    terms: 'лицензия HPO: с указанием версии, содержание менять нельзя',
    url: 'https://human-phenotype-ontology.github.io/',
  },
  {
    what: 'Русские подписи признаков и русские названия, отмеченные как перевод',
    whose: 'редакция портала',
    terms: 'CC BY 4.0',
  },
  {
    what: 'Соответствия кодам OMIM, МКБ, MeSH',
    whose: 'Mondo, Monarch Initiative',
    terms: 'CC0 и CC BY 4.0',
    url: 'https://mondo.monarchinitiative.org/',
  },
  {
    what: 'МКБ-10',
    whose: 'НСИ Минздрава России; МКБ-10 — издание ВОЗ',
    terms: 'государственный справочник',
    url: 'https://nsi.rosminzdrav.ru/',
  },
  {
    what: 'Клинические исследования и их центры',
    whose: 'ClinicalTrials.gov, U.S. National Library of Medicine',
    terms: 'открытые данные; указан день выгрузки',
    url: 'https://clinicaltrials.gov/',
  },
  {
    what: 'Орфанный статус препаратов',
    whose: 'FDA, Office of Orphan Products Development',
    terms: 'общественное достояние',
    url: 'https://www.accessdata.fda.gov/scripts/opdlisting/oopd/',
  },
  {
    what: 'Доказанность связи генов с болезнями',
    whose: 'ClinGen',
    terms: 'CC0 1.0',
    url: 'https://search.clinicalgenome.org/kb/gene-validity',
  },
  {
    what: 'Субъекты Федерации и города',
    whose: 'HFLabs, DaData.ru, ФИАС, GeoNames',
    terms: 'CC BY-SA 4.0: производное — на тех же условиях; отдельные файлы',
    url: 'https://github.com/hflabs/region',
  },
];

/** Says in one line what every file of ours must say. */
export const attribution = (title: string, site: string) =>
  `${title}, ${site}. Составленное редакцией — ${licence.name}; у каждого факта в записи назван источник, его условия остаются в силе: ${new URL('/open-data/', site).href}`;
