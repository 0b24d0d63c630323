import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { contextOf } from '../commands/command-context.js';
import type { CommandContext } from '../commands/handle.js';
import type { ReadFrom } from './read-positions.js';

export interface Identity {
  sessionId: string;
  userId: number;
}

export interface Requester {
  actor: Actor;
  identity: Identity | null;
}

export interface RequestContext extends Requester {
  /** Determined with regard to the trusted proxies. */
  ip: string | undefined;
  /** Also in the request's log lines and events. */
  correlationId: string;
  header: (name: string) => string | undefined;
  /** Set for the reads of a page, which start together. */
  page?: ReadsOfPage;
}

/** Shared by the reads of one page, so that the views are queried once. */
export interface ReadsOfPage {
  from: ReadFrom;
  threads: Map<number, Promise<ThreadDocument | null>>;
}

export function requireUser({ identity }: Pick<Requester, 'identity'>): number {
  if (!identity) throw new Refusal('must-be-logged-in');
  return identity.userId;
}

export function commandContext(
  call: string,
  { header, identity, correlationId }: Pick<RequestContext, 'header' | 'identity' | 'correlationId'>,
): CommandContext {
  return contextOf(identity ? String(identity.userId) : 'guest', call, header(idempotencyHeader), correlationId);
}
