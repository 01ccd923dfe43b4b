const key = 'first-steps';

/** Whether this person has put the first steps away in this browser. */
export function areStepsHidden(id: number): boolean {
  try {
    return localStorage.getItem(key) === String(id);
  } catch {
    return false;
  }
}

export function hideSteps(id: number): void {
  try {
    localStorage.setItem(key, String(id));
  } catch {
    // A forbidden storage: they come again with the next page.
  }
}
