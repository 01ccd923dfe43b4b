import type { APIRoute } from 'astro';
import { detailPaths, getRecord, termTitle } from '#data/catalogue.ts';
import { vcardOf } from '#components/record/vcard.ts';
import { addressOf, kindsByName } from '#domain/kinds/index.ts';

export const getStaticPaths = () => detailPaths('clinic');

export const GET: APIRoute = ({ params, site }) => {
  const clinic = getRecord('clinic', params['id']);
  if (!clinic || !site) return new Response(null, { status: 404 });
  return new Response(
    vcardOf({
      ...clinic,
      region: clinic.subject && termTitle('subject', clinic.subject),
      url: new URL(addressOf(kindsByName.clinic, clinic), site).href,
    }),
  );
};
