import { can, type SiteAction } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Requester } from '../request/request-context.js';

/** How guests are refused; the specification has a text for each form. */
export type LoginRefusal = 'login-first' | 'must-be-logged-in' | 'login-required';

/** Callers who may make a call at all, whatever its query and body: everyone if nothing is declared. */
export interface Access<Services = void> {
  /** Only members may call; the refusal of guests. */
  login?: LoginRefusal;
  /** Only members with one of these may call: others get not-found, guests must-be-logged-in. */
  actions?: readonly [SiteAction, ...SiteAction[]];
  /** The field of the body that names the member whom the call concerns: for themselves, members need no action. */
  concerns?: string;
  /** The command line of this machine may call too. */
  commandLine?: true;
  /** Rights that depend on the ids in the address, which is not decoded yet. @throws Refusal */
  authorize?: (
    call: Requester & { params: Readonly<Record<string, string>> },
    services: Services,
  ) => Promise<void> | void;
}

/**
 * Checks the caller before their query and body are validated: callers without the right learn nothing from them.
 * @throws Refusal the declared one for guests; not-found
 */
export function requireAccess(access: Access, requester: Requester): void {
  const { login, actions, concerns } = access;
  if ((login ?? actions) && !requester.identity) throw new Refusal(login ?? 'must-be-logged-in');
  if (concerns === undefined) requireActions(access, requester);
}

/** @throws Refusal not-found for a member without any of the actions */
export function requireActions({ actions }: Access, { actor }: Requester): void {
  if (actions && !actions.some((action) => can(actor, action))) throw new Refusal('not-found');
}

/** A body may name only the caller: the session alone determines the author. */
export function requireSelf(userId: number, named: number | null | undefined): void {
  if (named !== null && named !== undefined && named !== userId) throw new Refusal('not-yourself', 'user_id');
}
