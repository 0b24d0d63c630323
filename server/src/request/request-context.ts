import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { contextOf } from '../commands/command-context.js';
import type { CommandContext } from '../commands/handle.js';
import type { ReadFrom } from './read-positions.js';

/** The session that a request or a socket presented. */
export interface Identity {
  sessionId: string;
  userId: number;
}

/** The caller, with their current permissions. */
export interface Requester {
  actor: Actor;
  identity: Identity | null;
}

/** What services receive of a request. */
export interface RequestContext extends Requester {
  /** The client's address, according to the trusted proxies. */
  ip: string | undefined;
  /** Also in the log lines of the request and in its events. */
  correlationId: string;
  header: (name: string) => string | undefined;
  /** Only for the reads of a page, which start together. */
  page?: ReadsOfPage;
}

/** What the reads of one page share, so that the views are queried once for all of them. */
export interface ReadsOfPage {
  /** The position before the first read. */
  from: ReadFrom;
  threads: Map<number, Promise<ThreadDocument | null>>;
}

/** @throws Refusal must-be-logged-in */
export function requireUser({ identity }: Pick<Requester, 'identity'>): number {
  if (!identity) throw new Refusal('must-be-logged-in');
  return identity.userId;
}

/** The command that a request sends: the same actor, call and key are the same command. */
export function commandContext(
  call: string,
  { header, identity, correlationId }: Pick<RequestContext, 'header' | 'identity' | 'correlationId'>,
): CommandContext {
  return contextOf(identity ? String(identity.userId) : 'guest', call, header(idempotencyHeader), correlationId);
}
