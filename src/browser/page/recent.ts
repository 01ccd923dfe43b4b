/** Records that this browser has shown last, for its reader alone: nothing of it leaves the browser. */
export interface Visit {
  path: string;
  title: string;
}

const key = 'recent';
const most = 12;

export function visits(): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Visit[];
  } catch {
    return [];
  }
}

/** Notes a page of a record. */
export function noteVisit(): void {
  const path = location.pathname;
  if (!/^\/(?!cases|profile)[a-z]+\/\d+\/$/.test(path)) return;
  const title = document.querySelector('h1')?.textContent.trim() ?? path;
  try {
    const rest = visits().filter((visit) => visit.path !== path);
    localStorage.setItem(key, JSON.stringify([{ path, title }, ...rest].slice(0, most)));
  } catch {
    // A browser that forbids storage remembers nothing.
  }
}

export const forgetVisits = (): void => localStorage.removeItem(key);
