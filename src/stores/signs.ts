import { atom, type WritableAtom } from 'nanostores';
import type { Comparison, Ranking } from '#domain/signs/answer.ts';
import {
  choiceIn,
  fragmentOf,
  noChoice,
  patientOf,
  withCompared,
  withoutSign,
  withSign,
  withTurned,
  type SignChoice,
  type ChosenPresence,
} from '#domain/signs/choice.ts';
import type { KnownDisease } from '#domain/signs/records.ts';
import type { RankedPatient, Sex } from '#domain/signs/rank.ts';

/** A sign as it is called. */
export interface NamedSign {
  hpo: string;
  label: string;
  english: string;
  /** An unreviewed translation. */
  isUnchecked: boolean;
}
export interface FoundSign extends NamedSign {
  /** Another of its names, by which it was found. */
  why?: string;
  /** The name is only like what was typed. */
  isGuess: boolean;
}
/** What a text says of a patient. */
export interface ReadPatient {
  signs: readonly { sign: NamedSign; presence: ChosenPresence }[];
  /** Parts of the text in which nothing was recognised. */
  unread: readonly string[];
  sex: Sex | undefined;
  /** Years. */
  age: number | undefined;
}
type Names = Readonly<Record<string, NamedSign>>;
export type RankedDiseases = Ranking & { names: Names };
export type ComparedDiseases = Comparison & { names: Names };

/** What knows the signs: a worker of the browser. */
export interface SignWorker {
  /** Editions of the data once the index is there. */
  ready: Promise<Readonly<Record<string, string>>>;
  find(text: string): Promise<readonly FoundSign[]>;
  read(text: string): Promise<ReadPatient>;
  rank(patient: RankedPatient, unknown: readonly string[], most: number): Promise<RankedDiseases>;
  compare(codes: readonly string[], patient: RankedPatient): Promise<ComparedDiseases>;
  /** What diseases are called and what the catalogue knows of them; names come later than the index. */
  diseases: Promise<ReadonlyMap<string, KnownDisease>>;
  titles: Promise<ReadonlyMap<string, string>>;
}

/** Where the choice is kept: the fragment of the page's address. */
interface Address {
  read(): string;
  /** `isStep` is one that Back takes back. */
  write(fragment: string, isStep: boolean): void;
}

export const usualLines = 10;
export const maxLines = 50;

function setWhenReady<Value>($store: WritableAtom<Value>, value: Promise<Value>): void {
  value.then(
    (loaded) => $store.set(loaded),
    () => {},
  );
}

/** What a text says, once the signs are there; nothing where they do not come. */
const readWhenReady = ({ ready, read }: SignWorker, text: string) =>
  ready.then(
    () => read(text),
    () => undefined,
  );

/** The aid by signs: input is kept in the address, results come from the source. */
export function createAid(source: SignWorker, address: Address) {
  const $choice = atom<SignChoice>(noChoice);
  const $state = atom<'loading' | 'ready' | 'failed'>('loading');
  const $editions = atom<Readonly<Record<string, string>>>({});
  const $ranking = atom<RankedDiseases | undefined>();
  const $comparison = atom<ComparedDiseases | undefined>();
  const $names = atom<Names>({});
  const $diseases = atom<ReadonlyMap<string, KnownDisease>>(new Map());
  const $titles = atom<ReadonlyMap<string, string>>(new Map());
  const $most = atom(usualLines);
  /** The last text; undefined after another change. */
  const $read = atom<{ count: number; unread: readonly string[] } | undefined>();
  /** A text waits for the signs to load, or is being read. */
  const $isReading = atom(false);
  let asked = 0;

  const learn = (names: Names) => $names.set({ ...$names.get(), ...names });

  async function ask(): Promise<void> {
    if ($state.get() !== 'ready') return;
    const number = ++asked;
    const choice = $choice.get();
    const patient = patientOf(choice);
    const unknown = choice.signs.filter(({ presence }) => presence === 'unknown').map(({ hpo }) => hpo);
    const [ranking, comparison] = await Promise.all([
      source.rank(patient, unknown, $most.get()),
      choice.compared.length > 0 ? source.compare(choice.compared, patient) : undefined,
    ]);
    // A newer choice has been made meanwhile.
    if (number !== asked) return;
    learn({ ...ranking.names, ...comparison?.names });
    $ranking.set(ranking);
    $comparison.set(comparison);
  }

  function choose(choice: SignChoice, isStep = true): void {
    if (choice.signs.length === 0) $most.set(usualLines);
    $choice.set(choice);
    $read.set(undefined);
    address.write(fragmentOf(choice), isStep);
    void ask();
  }

  source.ready.then(
    (editions) => {
      $editions.set(editions);
      $state.set('ready');
      void ask();
    },
    () => $state.set('failed'),
  );
  // Ranking works without names: missing ones are shown as codes.
  setWhenReady($diseases, source.diseases);
  setWhenReady($titles, source.titles);
  $choice.set(choiceIn(address.read()));

  return {
    $choice,
    $state,
    $editions,
    $ranking,
    $comparison,
    $names,
    $diseases,
    $titles,
    $most,
    $read,
    $isReading,
    find: (text: string) => source.find(text),
    tell(sign: NamedSign, presence: ChosenPresence) {
      learn({ [sign.hpo]: sign });
      choose(withSign($choice.get(), sign.hpo, presence));
    },
    /** Adds the signs of a text; sets sex and age only where they are empty. */
    async read(text: string) {
      $isReading.set(true);
      const patient = await readWhenReady(source, text).finally(() => $isReading.set(false));
      if (!patient) return;
      const { signs, unread, sex, age } = patient;
      learn(Object.fromEntries(signs.map(({ sign }) => [sign.hpo, sign])));
      const before = $choice.get();
      const after = signs.reduce(
        (choice, { sign, presence }) => withSign(choice, sign.hpo, presence),
        before,
      );
      choose({ ...after, sex: before.sex ?? sex, age: before.age ?? age });
      $read.set({ count: signs.length, unread });
    },
    turn: (hpo: string) => choose(withTurned($choice.get(), hpo)),
    drop: (hpo: string) => choose(withoutSign($choice.get(), hpo)),
    clear: () => choose(noChoice),
    /** Sex, age and family: typed letter by letter, so no step of their own. */
    setSoft: (soft: Partial<Pick<SignChoice, 'sex' | 'age' | 'inheritance' | 'isSoftOff'>>) =>
      choose({ ...$choice.get(), ...soft }, false),
    compare: (code: string) => choose(withCompared($choice.get(), code)),
    compareNone: () => choose({ ...$choice.get(), compared: [] }),
    more() {
      $most.set(maxLines);
      void ask();
    },
    /** The address has changed by itself: Back, or a link. */
    follow() {
      $choice.set(choiceIn(address.read()));
      void ask();
    },
  };
}
export type Aid = ReturnType<typeof createAid>;
