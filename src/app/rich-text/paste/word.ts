/** An item of a list as Word writes it: a paragraph with a level, its bullet or number as words in front. */
export function wordItem(
  element: Element,
): { level: number; start: number | undefined; words: Element } | undefined {
  const level = /mso-list:\s*\S+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1];
  const words = element.cloneNode(true) as Element;
  const marker = [...words.querySelectorAll('[style]')].find((one) =>
    /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
  );
  if (!level || !marker) return undefined;
  const sign = (marker.textContent ?? '').trim();
  const number = /^\d+/.exec(sign)?.[0];
  // A letter may be what the text refers to: «см. пункт б».
  if (number === undefined && /^\p{L}{1,3}[.)]/u.test(sign)) marker.replaceWith(`${sign} `);
  else marker.remove();
  return { level: Number(level), start: number === undefined ? undefined : Number(number), words };
}
