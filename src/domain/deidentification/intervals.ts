/** A day, or a month without the day. */
export interface Day {
  year: number;
  month: number;
  day?: number | undefined;
}

const milliseconds = 86_400_000;

/** «3 лет», «1 года 2 месяцев», «5 месяцев», «12 дней»: after «в возрасте». */
export function ageBetween(birth: Day, at: Day): string {
  const months = monthsBetween(birth, at);
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (months === 0) {
    const days = daysBetween(birth, at);
    return `${days} ${genitive(days, 'дня', 'дней')}`;
  }
  const words = [];
  if (years > 0) words.push(`${years} ${genitive(years, 'года', 'лет')}`);
  if (rest > 0 && years < 5) words.push(`${rest} ${genitive(rest, 'месяца', 'месяцев')}`);
  return words.join(' ');
}

/** «через 3 месяца», «за 2 недели до этого»: distance from the reference day. */
export function distanceBetween(reference: Day, at: Day): string {
  const days = daysBetween(reference, at);
  if (days < 0) return `за ${amount(at, reference)} до этого`;
  return `через ${amount(reference, at)}`;
}

function amount(from: Day, to: Day): string {
  const days = daysBetween(from, to);
  const months = monthsBetween(from, to);
  if (days < 14) return days === 1 ? 'день' : `${days} ${accusative(days, 'день', 'дня', 'дней')}`;
  if (days < 60) {
    const weeks = Math.round(days / 7);
    return `${weeks} ${accusative(weeks, 'неделю', 'недели', 'недель')}`;
  }
  if (months < 24) return `${months} ${accusative(months, 'месяц', 'месяца', 'месяцев')}`;
  const years = Math.round(months / 12);
  return `${years} ${accusative(years, 'год', 'года', 'лет')}`;
}

function daysBetween(from: Day, to: Day): number {
  return Math.round((stamp(to) - stamp(from)) / milliseconds);
}

function stamp({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day ?? 15);
}

function monthsBetween(from: Day, to: Day): number {
  const whole = (to.year - from.year) * 12 + to.month - from.month;
  return Math.max(0, (to.day ?? 15) < (from.day ?? 15) ? whole - 1 : whole);
}

/** 21 года, 22 лет. */
function genitive(count: number, one: string, many: string): string {
  return count % 10 === 1 && count % 100 !== 11 ? one : many;
}

function accusative(count: number, one: string, few: string, many: string): string {
  const [last, lastTwo] = [count % 10, count % 100];
  if (last === 1 && lastTwo !== 11) return one;
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? few : many;
}
