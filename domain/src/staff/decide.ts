import type { Decider } from '../decider.js';
import type { Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole, type PermissionKey } from '../roles.js';
import type { StaffEvent } from './events.js';

/** Who holds which role and who is gone. Everyone not in `holders` is a Member. */
export interface StaffState {
  holders: Map<number, number>;
  /** Erased, or about to be; the value says whether with the texts. */
  gone: Map<number, boolean>;
}

export type StaffCommand =
  /** The installation's first Admin: does nothing where there is one. */
  { type: 'ClaimAdmin'; userId: number } | { type: 'Leave'; userId: number; texts: boolean };

/** `actor: null` is the installation itself. */
export interface StaffFacts {
  actor: Actor | null;
}

export const staff: Decider<StaffState, StaffCommand, StaffEvent, StaffFacts> = {
  initial: () => ({ holders: new Map(), gone: new Map() }),

  // Folded in place: the state grows with the staff and with everyone who left; a copy for each event would cost its square.
  evolve(state, event) {
    switch (event.type) {
      case 'RoleGiven.v1':
        if (event.data.roleId === memberRole.id) state.holders.delete(event.data.userId);
        else state.holders.set(event.data.userId, event.data.roleId);
        return state;
      case 'MemberLeft.v1':
        state.holders.delete(event.data.userId);
        state.gone.set(event.data.userId, event.data.texts);
        return state;
      default:
        return state;
    }
  },

  decide(command, state, { actor }) {
    const { userId } = command;
    const before = state.holders.get(userId) ?? memberRole.id;
    switch (command.type) {
      case 'ClaimAdmin':
        if (state.gone.has(userId)) throw new Refusal('not-found');
        if (adminExists(state)) return [];
        return [{ type: 'RoleGiven.v1', data: { userId, roleId: adminRole.id, before } }];
      case 'Leave':
        if (actor && !mayErase(actor, actorOf(state, userId))) throw new Refusal('not-found');
        if (state.gone.has(userId)) return [];
        if (before === adminRole.id) throw new Refusal('admin-not-erasable');
        return [{ type: 'MemberLeft.v1', data: { userId, roleId: before, texts: command.texts } }];
    }
  },
};

/** Oneself, or somebody whose keys are all one's own. */
function mayErase(actor: Actor, target: Actor): boolean {
  if (actor.userId === target.userId) return true;
  return actor.keys.has('delete_accounts') && [...target.keys].every((key) => actor.keys.has(key));
}

const keysOf = new Map<number, ReadonlySet<PermissionKey>>([
  [adminRole.id, new Set(adminRole.keys)],
  [memberRole.id, new Set(memberRole.keys)],
]);
const memberKeys: ReadonlySet<PermissionKey> = new Set(memberRole.keys);

/** The name of a role as rows show it: null for Member, which needs no saying. */
export function roleNameOf(roleId: number): string | null {
  return roleId === adminRole.id ? adminRole.name : null;
}

/** A logged-in user as the permission rule sees him. */
export function actorOf(state: Readonly<StaffState>, userId: number): Actor {
  const roleId = state.holders.get(userId) ?? memberRole.id;
  return { userId, roleId, keys: keysOf.get(roleId) ?? memberKeys };
}

export function adminExists(state: Readonly<StaffState>): boolean {
  return [...state.holders.values()].includes(adminRole.id);
}
