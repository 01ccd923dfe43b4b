/** The list of names and the first of them: when the overlay's index has come and asks, they are there. */
export async function fetchNames(): Promise<void> {
  const [first] = (await (await fetch('/search/names.json')).json()) as string[];
  if (first) await fetch(first);
}
