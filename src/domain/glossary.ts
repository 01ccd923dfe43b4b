/** Source of an entry, and the day of the page or of reading. */
interface Reference {
  title: string;
  url: string;
  date: string;
}

/** A term of genetics, trials or law with our own explanation. */
export interface GlossaryEntry {
  /** Anchor; for modes of inheritance the vocabulary code. */
  code: string;
  title: string;
  text: string;
  sources: readonly Reference[];
}

const humanGenetics: Reference = {
  title: 'Glossary of human genetics terms, PubMed Central',
  url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC9236191/table/T1',
  date: '2026-11-23',
};
const patterns: Reference = {
  title: 'Genetics Home Reference: ways of inheritance, U.S. National Library of Medicine',
  url: 'http://ghr.nlm.nih.gov/handbook/inheritance/inheritancepatterns',
  date: '2026-11-23',
};
const humanSociety: Reference = {
  title: 'Glossary, American Society of Human Genetics',
  url: 'http://www.ashg.org/education/csertoolkit/glossary.html',
  date: '2026-11-23',
};
const respiratory: Reference = {
  title: 'Glossary of terms, European Respiratory Journal',
  url: 'https://erj.ersjournals.com/highwire/markup/189177/expansion?width=1000&height=500&iframe=true&postprocessors=highwire_tables%2Chighwire_reclass%2Chighwire_figures%2Chighwire_math%2Chighwire_inline_linked_media%2Chighwire_embed',
  date: '2026-11-23',
};
const breast: Reference = {
  title: 'Glossary, Breast Cancer Research, 2019',
  url: 'https://breast-cancer-research.biomedcentral.com/articles/10.1186/s13058-019-1193-1/tables/1',
  date: '2026-11-23',
};
const trials: Reference = {
  title: 'Clinical Trials: Questions and Answers, National Cancer Institute',
  url: 'https://webarchive.library.unt.edu/eot2008/20090113194027/http://www.cancer.gov/cancertopics/factsheet/Information/clinical-trials/print?page=&keyword=',
  date: '2006-05-19',
};
const lysosomal: Reference = {
  title: 'Therapeutic approaches for LSDs, EUCLYD',
  url: 'http://euclyd.tigem.it/?cat=8',
  date: '2026-11-23',
};

const entries: readonly GlossaryEntry[] = [
  {
    code: 'autosomal-dominant',
    title: 'Аутосомно-доминантное наследование',
    text: 'Для болезни довольно изменения в одной из двух копий гена; ген лежит не в половой хромосоме. Чаще всего болен кто-то из родителей, но изменение бывает и новым.',
    sources: [humanGenetics, patterns, humanSociety],
  },
  {
    code: 'autosomal-recessive',
    title: 'Аутосомно-рецессивное наследование',
    text: 'Болезнь развивается, если изменены обе копии гена. Родители больного обычно здоровы: у каждого изменена лишь одна копия, они носители.',
    sources: [humanGenetics, patterns],
  },
  {
    code: 'x-linked-recessive',
    title: 'X-сцепленное рецессивное наследование',
    text: 'Ген лежит в X-хромосоме, и мальчики болеют чаще девочек. Своим сыновьям отец такую болезнь не передаёт.',
    sources: [patterns],
  },
  {
    code: 'x-linked-dominant',
    title: 'X-сцепленное доминантное наследование',
    text: 'Ген лежит в X-хромосоме; женщин среди больных больше, чем мужчин. От отца к сыну болезнь не переходит.',
    sources: [patterns],
  },
  {
    code: 'multifactorial',
    title: 'Многофакторное наследование',
    text: 'Причина не в одном гене: болезнь складывается из наследственных задатков и внешних условий.',
    sources: [respiratory],
  },
  {
    code: 'oligogenic',
    title: 'Олигогенное наследование',
    text: 'Проявления зависят не от одного гена, а сразу от нескольких, но не от многих.',
    sources: [humanGenetics],
  },
  {
    code: 'carrier',
    title: 'Носитель',
    text: 'Человек, у которого изменена одна копия гена, а вторая работает, при рецессивной болезни. Сам он обычно здоров, но может передать изменение детям.',
    sources: [humanSociety, patterns],
  },
  {
    code: 'compound-heterozygote',
    title: 'Компаунд-гетерозигота',
    text: 'Обе копии гена изменены, но по-разному: в каждой свой вариант.',
    sources: [humanSociety],
  },
  {
    code: 'de-novo',
    title: 'Вариант de novo',
    text: 'Изменение гена, которого в семье прежде не было: оно возникло в половой клетке родителя или в самом начале развития зародыша.',
    sources: [humanSociety, humanGenetics],
  },
  {
    code: 'penetrance',
    title: 'Пенетрантность',
    text: 'У какой доли людей с изменением гена оно себя проявляет, в процентах. При неполной пенетрантности часть из них остаётся здоровой.',
    sources: [respiratory],
  },
  {
    code: 'anticipation',
    title: 'Антиципация',
    text: 'От поколения к поколению болезнь начинается раньше и идёт тяжелее.',
    sources: [respiratory],
  },
  {
    code: 'mosaicism',
    title: 'Мозаицизм',
    text: 'Клетки одного человека различаются генетически: вариант есть лишь в части из них.',
    sources: [humanGenetics, breast],
  },
  {
    code: 'germline-somatic',
    title: 'Герминальный и соматический варианты',
    text: 'Герминальный вариант есть в половых клетках и может достаться детям. Соматический возник в других клетках тела и по наследству не передаётся.',
    sources: [respiratory, breast],
  },
  {
    code: 'uncertain-variant',
    title: 'Вариант неясного значения',
    text: 'Изменение гена, о котором пока неизвестно, связано ли оно с болезнью. Коротко его обозначают VUS.',
    sources: [
      {
        title: 'NCI Dictionary of Genetics Terms',
        url: 'https://www.cancer.gov/publications/dictionaries/genetics-dictionary?expand=U',
        date: '2026-11-23',
      },
    ],
  },
  {
    code: 'allele',
    title: 'Аллель',
    text: 'Одна из возможных версий гена. У человека их по две: от матери и от отца.',
    sources: [
      {
        title: 'PDQ: Dictionary of Genetics Terms, National Cancer Institute',
        url: 'https://www.ncbi.nlm.nih.gov/books/NBK82217/',
        date: '2026-11-23',
      },
    ],
  },
  {
    code: 'exome',
    title: 'Экзом',
    text: 'Небольшая часть генома, один-два процента, по которой клетка собирает белки.',
    sources: [humanSociety],
  },
  {
    code: 'hpo',
    title: 'HPO',
    text: 'Общий словарь признаков болезней (Human Phenotype Ontology): у каждого отклонения там своё название и свой номер.',
    sources: [
      {
        title: 'HL7 Terminology: Human Phenotype Ontology',
        url: 'https://build.fhir.org/ig/HL7/UTG/CodeSystem-HPO.json.html',
        date: '2026-11-23',
      },
    ],
  },
  {
    code: 'orphan-disease',
    title: 'Орфанное заболевание',
    text: 'Редкая болезнь. В России так называют болезни, у которых на 100 000 человек приходится не более 10 случаев.',
    sources: [
      {
        title: 'Федеральный закон от 21.11.2011 № 323-ФЗ, статья 44, часть 1',
        url: 'https://fzakon.ru/amp/laws/federalnyy-zakon-ot-21.11.2011-n-323-fz/statya-44',
        date: '2026-11-23',
      },
    ],
  },
  {
    code: 'orphan-designation',
    title: 'Орфанный статус препарата',
    text: 'Ведомство признало, что лекарство предназначено для редкой болезни. В США редкой считают ту, которой болеют меньше 200 000 человек; разрешением продавать препарат статус не является.',
    sources: [
      {
        title: 'Orphan Drug, Alliance for Health Policy',
        url: 'http://www.allhealthpolicy.org/glossary/orphan-drug/',
        date: '2026-11-23',
      },
      {
        title: 'Forty years of the Orphan Drug Act, Orphanet Journal of Rare Diseases',
        url: 'https://ojrd.biomedcentral.com/articles/10.1186/s13023-023-02790-7',
        date: '2026-11-23',
      },
    ],
  },
  {
    code: 'newborn-screening',
    title: 'Неонатальный скрининг',
    text: 'Анализ крови из пятки, который делают новорождённым, чтобы рано заметить наследственную болезнь. Положительный ответ ещё не диагноз: его проверяют.',
    sources: [
      {
        title: 'Рязанский перинатальный центр о скрининге, 7info',
        url: 'https://7info.ru/rjazanskij-perinatalnyj-centr-pokazal-process-provedenija-neonatalnogo-skrininga-u-novorozhdennyh/',
        date: '2025-08-16',
      },
    ],
  },
  {
    code: 'phase',
    title: 'Фаза исследования',
    text: 'Ступень испытаний на людях. В первой подбирают безопасную дозу на небольшом числе участников, во второй смотрят, действует ли средство, в третьей сравнивают его с обычным лечением у многих. Четвёртая идёт уже после одобрения.',
    sources: [
      {
        title: 'Step 3: Clinical Research, U.S. Food and Drug Administration',
        url: 'https://www.fda.gov/patients/drug-development-process/step-3-clinical-research',
        date: '2026-11-23',
      },
      {
        title: 'Phases of clinical trials, Journal of Nuclear Medicine Technology',
        url: 'https://tech.snmjournals.org/highwire/markup/9875/expansion?width=1000&height=500&iframe=true&postprocessors=highwire_tables%2Chighwire_reclass%2Chighwire_figures%2Chighwire_math%2Chighwire_inline_linked_media%2Chighwire_embed',
        date: '2026-11-23',
      },
    ],
  },
  {
    code: 'protocol',
    title: 'Протокол исследования',
    text: 'План, по которому оно идёт: что будут делать с участниками, в каком порядке и для чего нужен каждый шаг.',
    sources: [trials],
  },
  {
    code: 'informed-consent',
    title: 'Информированное согласие',
    text: 'Прежде чем решить, участвовать ли в исследовании, человек узнаёт о нём всё важное.',
    sources: [trials],
  },
  {
    code: 'enzyme-replacement',
    title: 'Ферментозаместительная терапия',
    text: 'Фермент, которого организму не хватает, вводят извне. Болезнь она не излечивает, но может заметно смягчить; лечение продолжают всю жизнь.',
    sources: [
      {
        title: 'An Overview of Enzyme Replacement Therapy, Online Journal of Issues in Nursing',
        url: 'http://ojin.nursingworld.org/MainMenuCategories/ANAMarketplace/ANAPeriodicals/OJIN/TableofContents/vol132008/No1Jan08/EnzymeReplacementTherapy.html?css=print',
        date: '2026-11-23',
      },
      lysosomal,
    ],
  },
  {
    code: 'substrate-reduction',
    title: 'Субстратредуцирующая терапия',
    text: 'Лечение, при котором уменьшают само накопление вещества, вместо того чтобы добавлять фермент.',
    sources: [lysosomal],
  },
  {
    code: 'lysosomal-storage',
    title: 'Лизосомные болезни накопления',
    text: 'Редкие наследственные болезни: из-за нехватки фермента в лизосомах клеток скапливаются вещества, которые должны разрушаться.',
    sources: [
      {
        title: 'Enzyme-replacement therapy of the lysosomal storage diseases, Genome Medicine',
        url: 'https://genomemedicine.biomedcentral.com/articles/10.1186/gm114',
        date: '2026-11-23',
      },
    ],
  },
];

export const glossaryPath = '/glossary/';

/** Alphabetical, Latin last. */
export const glossary: readonly GlossaryEntry[] = entries.toSorted((one, other) =>
  one.title.localeCompare(other.title, 'ru'),
);

const byCode = new Map(glossary.map((entry) => [entry.code, entry]));
export const glossaryEntry = (code: string): GlossaryEntry | undefined => byCode.get(code);
