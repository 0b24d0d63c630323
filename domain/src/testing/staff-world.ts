import fc from 'fast-check';
import {
  actions,
  can,
  resolveFlags,
  placeFlags,
  siteActions,
  type Actor,
  type PermissionEntry,
  type PlaceEntries,
  type SiteAction,
} from '../permissions.js';
import { Refusal } from '../refusals.js';
import { adminRole, memberRole, permissionKeys, type PermissionKey } from '../roles.js';
import type { staff, StaffCommand } from '../staff/decide.js';
import type { StaffEvent } from '../staff/events.js';
import { resolveActor, createStaffState, evolveStaff } from '../staff/state.js';
import { buildOppositeCommand } from '../undo/undo.js';
import { staffUndo } from '../undo/tables.js';

const people = { gang: [1, 2, 3], others: [4, 5, 6, 7], admin: 9 } as const;
const everyone = [...people.gang, ...people.others, people.admin];
const firstRoles = [11, 12, 13, 14, 15];
/** Limits how far back an undo can reach, so that it never reaches the Admin's first events. */
const maxUndone = 4;
const now = '2026-01-01T00:00:00.000Z';
const chiefKeys = ['manage_roles', 'ban_accounts', 'delete_accounts'] as const;

const entry = fc.record(Object.fromEntries(placeFlags.map((flag) => [flag, fc.boolean()]))) as fc.Arbitrary<
  Omit<PermissionEntry, 'roleId'>
>;
const entries = fc
  .uniqueArray(fc.constantFrom(memberRole.id, ...firstRoles), { maxLength: 4 })
  .chain((roleIds) => fc.tuple(...roleIds.map((roleId) => entry.map((flags) => ({ roleId, ...flags })))));

export const worldStart = fc.record({
  keys: fc.array(fc.oneof(fc.subarray([...permissionKeys]), fc.constant([...permissionKeys])), {
    minLength: firstRoles.length,
    maxLength: firstRoles.length,
  }),
  chief: fc.subarray([...chiefKeys], { minLength: 1 }),
  holders: fc.array(fc.constantFrom(memberRole.id, ...firstRoles), { minLength: 7, maxLength: 7 }),
  places: fc.tuple(entries, entries, entries),
});

export const worldStep = fc.record({
  by: fc.constantFrom(...people.gang, people.gang[0], people.gang[0], people.admin),
  action: fc.constantFrom(
    'give-role',
    'give-key',
    'take-key',
    'create',
    'delete',
    'restore',
    'ban',
    'unban',
    'erase',
    'undo',
  ),
  person: fc.constantFrom(...everyone),
  role: fc.nat(20),
  key: fc.constantFrom(...permissionKeys),
  flag: fc.boolean(),
});
export type WorldStart = typeof worldStart extends fc.Arbitrary<infer T> ? T : never;
export type WorldStep = typeof worldStep extends fc.Arbitrary<infer T> ? T : never;
type Decide = (typeof staff)['decide'];

export class StaffWorld {
  private state = createStaffState();
  private readonly events: StaffEvent[] = [];
  private readonly places: PlaceEntries[];
  private readonly roleIds = [adminRole.id, memberRole.id, ...firstRoles];
  private readonly acceptedRights = new Map<number, ReadonlySet<string>>();
  private gangRights: ReadonlySet<string> = new Set();
  accepted = 0;

  constructor(
    { keys, chief, holders, places: [first, second, inner] }: WorldStart,
    private readonly decide: Decide,
  ) {
    this.places = [
      { section: first, subsection: null },
      { section: second, subsection: null },
      { section: first, subsection: inner },
    ];
    const buildNames = (roleId: number) => ({ name: `Role ${roleId}`, displayName: '', description: '' });
    firstRoles.forEach((roleId, n) => {
      this.add({ type: 'RoleCreated.v1', data: { roleId, ...buildNames(roleId) } });
      const roleKeys = n === 0 ? [...chief, ...(keys[n] ?? [])] : (keys[n] ?? []);
      for (const key of roleKeys) this.add({ type: 'RoleKeyGiven.v1', data: { roleId, key } });
    });
    const assignments = [[people.gang[0], firstRoles[0]], ...everyone.slice(1, 7).map((id, n) => [id, holders[n]])];
    for (const [userId = 0, roleId = 0] of [...assignments, [people.admin, adminRole.id]])
      this.add({ type: 'RoleGiven.v1', data: { userId, roleId, before: memberRole.id } });
    this.acceptRights();
  }

  /** @throws Error that names the actor who gained a right, or the one who was changed by an actor of a lower rank */
  run(step: WorldStep): void {
    const command = this.buildCommand(step);
    if (!command) return;
    const actor = resolveActor(this.state, step.by);
    const events = this.decideOrRefuse(command, actor);
    if (events.length === 0) return;
    const ranksBefore = new Map(everyone.map((id) => [id, this.describeRankAndBan(id)]));
    for (const event of events) this.add(event);
    if (step.by === people.admin) return this.acceptRights();
    this.accepted += events.length;
    if (!hasRequiredKey(actor, command)) throw new Error(`${command.type} without its permission`);
    this.checkRights();
    for (const id of everyone) if (ranksBefore.get(id) !== this.describeRankAndBan(id)) this.checkRank(id);
  }

  private checkRights(): void {
    for (const id of everyone) {
      const acceptedRights = this.acceptedRights.get(id);
      const gainedRights = [...this.getRights(id)].filter(
        (right) => !acceptedRights?.has(right) && !this.gangRights.has(right),
      );
      if (gainedRights.length > 0) throw new Error(`${id} has gained ${gainedRights.join(', ')}`);
    }
  }

  private checkRank(id: number): void {
    const rightsBefore = this.acceptedRights.get(id) ?? new Set();
    const lostRights = this.staffBefore.has(id) ? [...rightsBefore].filter((right) => !this.gangRights.has(right)) : [];
    if (lostRights.length > 0) throw new Error(`${id}, who had more, was changed: ${lostRights.join(', ')}`);
  }

  private staffBefore: ReadonlySet<number> = new Set();

  /** After an action by the Admin, accepts the current rights as legitimate. */
  private acceptRights(): void {
    for (const id of everyone) this.acceptedRights.set(id, this.getRights(id));
    this.gangRights = new Set(people.gang.flatMap((id) => [...this.gangRights, ...this.getRights(id)]));
    this.staffBefore = new Set(this.state.holders.keys());
  }

  private getRights(userId: number): ReadonlySet<string> {
    if (this.state.erasedMembers.has(userId)) return new Set();
    const actor = resolveActor(this.state, userId);
    const siteRights = (Object.keys(siteActions) as SiteAction[]).filter((action) => can(actor, action));
    const placeRights = this.places.flatMap((place, n) => {
      const flags = resolveFlags(actor, place);
      return [false, true].flatMap((locked) =>
        actions.flatMap((action) =>
          can(actor, action, { flags, locked }) ? `${action} in ${n} (locked: ${locked})` : [],
        ),
      );
    });
    return new Set([...actor.keys, ...siteRights, ...placeRights]);
  }

  private describeRankAndBan(id: number): string {
    const { holders, bans, erasedMembers } = this.state;
    return `${holders.get(id)} ${bans.has(id)} ${erasedMembers.has(id)}`;
  }

  private decideOrRefuse(command: StaffCommand, actor: Actor): StaffEvent[] {
    if (this.state.erasedMembers.has(actor.userId ?? 0)) return [];
    try {
      return this.decide(command, this.state, { actor, now, places: this.places, isGameServer: () => false });
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  }

  private buildCommand({ action, person: userId, role, key, flag }: WorldStep): StaffCommand | null {
    const roleId = this.roleIds[role % this.roleIds.length] ?? 0;
    switch (action) {
      case 'give-role':
        return { type: 'GiveRole', userId, roleId };
      case 'give-key':
        return { type: 'GiveKey', roleId, key };
      case 'take-key':
        return { type: 'TakeKey', roleId, key };
      case 'create': {
        const created = 100 + this.roleIds.length;
        this.roleIds.push(created);
        return { type: 'CreateRole', roleId: created, name: `Role ${created}`, displayName: '', description: '' };
      }
      case 'delete':
        return { type: 'DeleteRole', roleId };
      case 'restore':
        return { type: 'RestoreRole', roleId, holders: [...people.others] };
      case 'ban':
        return { type: 'Ban', userId, reason: null, until: null };
      case 'unban':
        return { type: 'Unban', userId };
      case 'erase':
        return { type: 'Leave', userId, texts: flag };
      case 'undo': {
        const event = this.events.at(-1 - (role % maxUndone));
        return event ? buildOppositeCommand(staffUndo, event) : null;
      }
    }
  }

  private add(event: StaffEvent): void {
    this.events.push(event);
    this.state = evolveStaff(this.state, event);
  }
}

function hasRequiredKey(actor: Actor, command: StaffCommand): boolean {
  const requiredKey: PermissionKey =
    command.type === 'Ban' || command.type === 'Unban'
      ? 'ban_accounts'
      : command.type === 'Leave'
        ? 'delete_accounts'
        : 'manage_roles';
  return actor.keys.has(requiredKey) || (command.type === 'Leave' && command.userId === actor.userId);
}
