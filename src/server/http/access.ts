import type { FastifyRequest } from 'fastify';
import { accesses, type Access } from '#contract/call.ts';
import { Refusal } from '../refusal.ts';

/** Who asks. */
export interface Actor {
  access: Access;
}

/** The one place where a request becomes a person; sessions plug in here. */
export function actorOf(_request: FastifyRequest): Actor {
  return { access: 'anonymous' };
}

/** Lets the actor through or refuses, before any parameter is looked at: the refusal tells nothing of what exists. */
export function admit(actor: Actor, needed: Access): void {
  if (accesses.indexOf(actor.access) >= accesses.indexOf(needed)) return;
  throw actor.access === 'anonymous'
    ? new Refusal(401, 'Раздел открыт для врачей. Войдите или зарегистрируйтесь.')
    : new Refusal(403, 'У вашей учётной записи нет доступа к этому разделу.');
}
