import { upcastEvent, streams } from '@guildhall/domain/events.js';
import { flagsOf, guest, type Actor, type PlaceEntries, type PlaceFlags } from '@guildhall/domain/permissions.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { staff } from '@guildhall/domain/staff/decide.js';
import type { Ban } from '@guildhall/domain/staff/events.js';
import { actorOf, banOf, roleIn, roleNameOf, rolesOf, type StaffState } from '@guildhall/domain/staff/state.js';
import { structure } from '@guildhall/domain/structure/decide.js';
import {
  entriesOf,
  entriesOfAll,
  placesOf,
  type Place,
  type StructureState,
} from '@guildhall/domain/structure/state.js';
import { beginning, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { Fold } from '../log/fold.js';

/**
 * All permissions, from the log alone: the two singleton streams folded in memory. Commands catch the folds up before
 * they decide; the follower keeps them fresh for everything else.
 */
export class Policy {
  readonly staffFold = new Fold(streams.staff, staff, (stored) => this.recordRightsChange(stored));
  readonly structureFold = new Fold(streams.structure, structure, (stored) => this.recordRightsChange(stored));
  private changedForAll: Position = beginning;
  private readonly changedByUser = new Map<number, Position>();

  async load(log: EventLog): Promise<void> {
    await this.staffFold.catchUp(log);
    await this.structureFold.catchUp(log);
  }

  /** @returns whether the event changed permissions. */
  apply(event: StoredEvent): boolean {
    const fold = [this.staffFold, this.structureFold].find(({ stream }) => stream === event.stream);
    fold?.apply(event);
    return fold !== undefined && upcastEvent(event.type, event.data) !== null;
  }

  get structure(): Readonly<StructureState> {
    return this.structureFold.state;
  }

  get staff(): Readonly<StaffState> {
    return this.staffFold.state;
  }

  /** The position of the newest change of structure, permissions or roles. */
  get position(): Position {
    const [a, b] = [this.staffFold.position ?? beginning, this.structureFold.position ?? beginning];
    return a > b ? a : b;
  }

  /** The position of the last change of a member's rights: pages that they read before it are outdated. */
  rightsSince(userId: number | null): Position {
    const own = (userId !== null && this.changedByUser.get(userId)) || beginning;
    return own > this.changedForAll ? own : this.changedForAll;
  }

  private recordRightsChange(stored: StoredEvent): void {
    const whose = rightsChangedFor(stored);
    if (whose === 'all') this.changedForAll = stored.position;
    else if (whose !== null) this.changedByUser.set(whose, stored.position);
  }

  actor(userId: number | null): Actor {
    return userId === null ? guest : actorOf(this.staff, userId);
  }

  /** A logged-in member with a role, without an identity. */
  actorIn(roleId: number): Actor {
    return { userId: 0, roleId, keys: roleIn(this.staff, roleId)?.keys ?? new Set() };
  }

  roleOf(userId: number): number {
    return this.staff.holders.get(userId) ?? memberRole.id;
  }

  /** The name of a member's role as rows show it; null for a Member. */
  roleNameOf(userId: number): string | null {
    return roleNameOf(this.staff, this.roleOf(userId));
  }

  isRole(roleId: number): boolean {
    return roleIn(this.staff, roleId) !== null;
  }

  /** The ban in force at a time (ISO 8601); null for a member who is not banned. */
  banOf(userId: number, now = new Date().toISOString()): Ban | null {
    return banOf(this.staff, userId, now);
  }

  /** Whether a session that began then may still be valid: a ban ends it, and it does not become valid again. */
  isValidDespiteBans(userId: number, begunAt: string): boolean {
    return begunAt > (this.staff.bannedSince.get(userId) ?? '');
  }

  isGone(userId: number): boolean {
    return this.staff.erasedMembers.has(userId);
  }

  /** With these a decision determines a role's rights in every place. */
  entriesOfAll(): PlaceEntries[] {
    return entriesOfAll(this.structure);
  }

  /** Null for a place that does not exist. */
  flags(actor: Actor, place: Place): PlaceFlags | null {
    const entries = entriesOf(this.structure, place);
    return entries && flagsOf(actor, entries);
  }

  mayView(actor: Actor, place: Place): boolean {
    return this.flags(actor, place)?.can_view ?? false;
  }

  /** Every role that a connection can have. */
  roleIds(): number[] {
    return rolesOf(this.staff).map(({ roleId }) => roleId);
  }

  /** The places that an actor may see. */
  visiblePlaces(actor: Actor): Place[] {
    return placesOf(this.structure).filter((place) => this.mayView(actor, place));
  }
}

/**
 * Whose rights, and therefore visible content, an event changes: one member's, everyone's, or no one's. A ban ends
 * sessions and changes no right. An erasure with texts changes rows everywhere without a change event for each.
 */
export function rightsChangedFor({ stream, type, data }: StoredEvent): number | 'all' | null {
  if (stream === streams.structure) return 'all';
  if (stream !== streams.staff) return null;
  const event = upcastEvent(type, data);
  if (event?.type === 'RoleGiven.v1') return event.data.userId;
  if (event?.type === 'MemberLeft.v1') return event.data.texts ? 'all' : null;
  return event?.type === 'MemberBanned.v1' || event?.type === 'MemberUnbanned.v1' ? null : 'all';
}
