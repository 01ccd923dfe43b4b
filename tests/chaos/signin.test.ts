import { test } from 'vitest';
import { hashPassword } from '#server/account/passwords.ts';
import type { Server } from '#server/main.ts';
import { addPerson, doctorForm, password } from '../sample/people.ts';
import { openSmallPortal, type SmallPortal } from './harness/portal.ts';
import { expectKept, isLong } from './harness/promise.ts';

/** Attempts an account before it has to wait. */
const guessesAnAccount = 4;
/** Targets: similarity of the distributions, and difference of medians. */
const leastProbability = 0.01;
const maxDifference = 2;

test('D-2 answers and their times do not reveal accounts', async () => {
  const portal = await openSmallPortal();
  const { server } = portal;
  try {
    const pairs = Number(process.env['PAIRS']) || (isLong ? 1000 : 200);
    await fill(portal, pairs);
    const known = (index: number) => `known${Math.floor(index / guessesAnAccount)}@example.ru`;
    const unknown = (index: number) => `unknown${Math.floor(index / guessesAnAccount)}@example.ru`;
    await expectAlike(server, {
      name: 'POST /api/auth/login',
      pairs,
      known: (index) => ({ email: known(index), password: 'не тот пароль' }),
      unknown: (index) => ({ email: unknown(index), password: 'не тот пароль' }),
    });
    for (const name of ['POST /api/auth/restore/send', 'POST /api/user/confirm/resend'])
      await expectAlike(server, {
        name,
        pairs: pairs / 4,
        known: (index) => ({ email: `known${index}@example.ru` }),
        unknown: (index) => ({ email: `unknown${index}@example.ru` }),
      });
    await expectAlike(server, {
      name: 'POST /api/register/doctor',
      pairs: pairs / 4,
      known: (index) => doctor(`known${index}@example.ru`),
      unknown: (index) => doctor(`fresh${index}@example.ru`),
    });
  } finally {
    await portal.close();
  }
});

async function fill(portal: SmallPortal, accounts: number): Promise<void> {
  // At the cost of operation, unlike in other tests.
  const hash = await hashPassword(password);
  for (let index = 0; index < accounts; index += 1)
    await addPerson(portal, 'doctor', { email: `known${index}@example.ru`, password: hash });
}

const doctor = (email: string) =>
  doctorForm({ email, therapeutic_area_id: 'metabolic', scientific_status_id: 'none' }) as Form;

type Form = Record<string, string>;
interface Comparison {
  name: string;
  pairs: number;
  known: (index: number) => Form;
  unknown: (index: number) => Form;
}

let visitors = 0;

/** Alternates requests, so that disturbances affect both alike. */
async function expectAlike(server: Server, { name, pairs, known, unknown }: Comparison): Promise<void> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const answers = new Set<string>();
  const send = async (form: Form) => {
    visitors += 1;
    const began = performance.now();
    const response = await fetch(new URL(name.split(' ')[1] ?? '', server.url), {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
      },
      body: new URLSearchParams(form),
    });
    const text = await response.text();
    answers.add(`${response.status} ${text.replace(/"email":"[^"]*"/, '"email":"…"')}`);
    return performance.now() - began;
  };
  for (let index = 0; index < 10; index += 1) await send(unknown(1_000_000 + index * guessesAnAccount));
  answers.clear();
  for (let index = 0; index < pairs; index += 1) {
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const side of order) times[side].push(await send(side === 'known' ? known(index) : unknown(index)));
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  // Paired differences cancel slow disturbances.
  const difference = median(times.known.map((time, index) => time - (times.unknown[index] ?? 0)));
  const probability = mannWhitney(times.known, times.unknown);
  const isAlike =
    answers.size === 1 && Math.abs(difference) < maxDifference && probability > leastProbability;
  const differences = times.known.map((time, index) => time - (times.unknown[index] ?? 0));
  const promise = {
    figure: `${name}: пар ${pairs}, разных ответов ${answers.size} (${[...answers].map((answer) => answer.slice(0, 3)).join(', ')}), медианы ${one.toFixed(2)} и ${other.toFixed(2)} мс, медиана разностей ${difference.toFixed(2)} мс, p = ${probability.toFixed(3)}`,
    goal: `один ответ, разность меньше ${maxDifference} мс, p больше ${leastProbability}`,
  };
  // A busy machine cannot resolve two milliseconds.
  const blur = blurOf(differences);
  if (!isAlike && answers.size === 1 && probability > leastProbability && blur > maxDifference)
    console.log(`—   ${promise.figure}; машина занята, точность ±${blur.toFixed(1)} мс`);
  else expectKept(promise, isAlike, answers.size > 1 ? [...answers] : []);
}

/** Twice the standard error of a median, by the interquartile range, in milliseconds. */
function blurOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return (2 * 1.25 * (at(0.75) - at(0.25))) / 1.35 / Math.sqrt(sorted.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) /
    2
  );
}

/** p-value of the Mann–Whitney test (normal approximation, two-sided). */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((left, right) => left.value - right.value);
  const ranks = all.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normal(z));
}

/** Normal distribution function (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const tail =
    t *
    (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
