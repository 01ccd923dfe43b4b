import type { APIRoute } from 'astro';
import { sayCodes } from '#components/record/leaflet.ts';
import { drawPicture } from '#components/print/picture.ts';
import { findSection } from '#components/chrome/sections.ts';
import { getCards, termTitle } from '#data/catalogue.ts';
import { hintOf, type KindName } from '#domain/kinds/index.ts';

/** None is published: ten thousand pictures would be as heavy as the site, and few are ever looked at. */
export const getStaticPaths = (): { params: { section: string; id: string } }[] => [];

/** What goes with a link to a record: its kind, its name, its codes. */
export const GET: APIRoute = async ({ params }) => {
  const kind = findSection(params['section']);
  const id = /^\d{1,9}$/.test(params['id'] ?? '') ? Number(params['id']) : 0;
  const card = kind?.keyedBy === 'id' && getCards(kind.name as KindName, [id])[0];
  if (!kind || !card) return new Response(null, { status: 404 });
  const { areas: [area] = [] } = card as { areas?: readonly string[] };
  const png = await drawPicture({
    print: 'orpha' in card ? `ORPHA:${String(card.orpha)}` : `${kind.name}:${id}`,
    area,
    above: area ? `${kind.titles.one} · ${termTitle('therapeuticarea', area)}` : kind.titles.one,
    title: card.title,
    below: kind.name === 'disease' ? sayCodes({ icd10: [], ...card }) : hintOf(kind, card),
  });
  return new Response(new Uint8Array(png));
};
