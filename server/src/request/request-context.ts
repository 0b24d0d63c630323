import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { createContext } from '../commands/command-context.js';
import type { CommandContext } from '../commands/handle.js';
import type { ReadFrom } from './read-positions.js';

export interface Identity {
  /** Empty for programs, which have an API key instead of a session. */
  sessionId: string;
  userId: number;
  /** Set for game servers, whose keys are rotated while their `userId` stays the same. */
  keyId?: number;
}

export const isProgram = ({ sessionId }: Identity): boolean => sessionId === '';

export interface Requester {
  actor: Actor;
  identity: Identity | null;
}

export interface RequestContext extends Requester {
  ip: string | undefined;
  correlationId: string;
  header: (name: string) => string | undefined;
  page?: PageLoads;
}

export interface PageLoads {
  from: ReadFrom;
  threads: Map<number, Promise<ThreadDocument | null>>;
}

export function requireUser({ identity }: Pick<Requester, 'identity'>): number {
  if (!identity) throw new Refusal('must-be-logged-in');
  return identity.userId;
}

/** Returns the id of the game server whose key the caller has. @throws Refusal not-found for everyone else */
export function requireGameServer({ identity, actor }: Requester): number {
  if (!identity || !actor.limit) throw new Refusal('not-found');
  return identity.userId;
}

export function toCommandContext(
  call: string,
  { header, identity, correlationId }: Pick<RequestContext, 'header' | 'identity' | 'correlationId'>,
): CommandContext {
  return createContext(identity ? String(identity.userId) : 'guest', call, header(idempotencyHeader), correlationId);
}
