import { can, type SiteAction } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Requester } from '../request/request-context.js';

export type LoginRefusal = 'login-first' | 'must-be-logged-in' | 'login-required';

export interface Access<Services = void> {
  login?: LoginRefusal;
  actions?: readonly [SiteAction, ...SiteAction[]];
  /** The body field that identifies a member. Members need none of the `actions` for their own account. */
  concerns?: string;
  commandLine?: true;
  authorize?: (
    call: Requester & { params: Readonly<Record<string, string>> },
    services: Services,
  ) => Promise<void> | void;
}

/**
 * Checks the rights before the input is validated so that validation errors reveal nothing to others.
 * @throws Refusal as declared, or not-found
 */
export function requireAccess(access: Access, requester: Requester): void {
  const { login, actions, concerns } = access;
  if ((login ?? actions) && !requester.identity) throw new Refusal(login ?? 'must-be-logged-in');
  if (concerns === undefined) requireAnyAction(access, requester);
}

export function requireAnyAction({ actions }: Access, { actor }: Requester): void {
  if (actions && !actions.some((action) => can(actor, action))) throw new Refusal('not-found');
}

export function requireSelf(userId: number, requestedId: number | null | undefined): void {
  if (requestedId !== null && requestedId !== undefined && requestedId !== userId)
    throw new Refusal('not-yourself', 'user_id');
}
