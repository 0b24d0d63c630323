import { upcastEvent, streams } from '@guildhall/domain/events.js';
import { games } from '@guildhall/domain/games/decide.js';
import {
  findGameServer,
  resolveGameServerActor,
  formatGameServerName,
  type GamesState,
} from '@guildhall/domain/games/state.js';
import { resolveFlags, guest, type Actor, type PlaceEntries, type PlaceFlags } from '@guildhall/domain/permissions.js';
import { guestRole, memberRole } from '@guildhall/domain/roles.js';
import { isActiveKey, formatProgramName, type ApiKey } from '@guildhall/domain/staff/api-keys.js';
import { staff } from '@guildhall/domain/staff/decide.js';
import type { MemberBan } from '@guildhall/domain/staff/events.js';
import {
  resolveActor,
  findActiveBan,
  findRole,
  findRoleName,
  listRoles,
  type StaffState,
} from '@guildhall/domain/staff/state.js';
import { structure } from '@guildhall/domain/structure/decide.js';
import {
  findEntries,
  listAllEntries,
  listPlaces,
  type Place,
  type StructureState,
} from '@guildhall/domain/structure/state.js';
import {
  beginning,
  pickLaterPosition,
  type EventLog,
  type Position,
  type StoredEvent,
} from '@guildhall/event-store/port.js';
import { Fold } from '../log/fold.js';
import { UnknownRightsEvent } from '../log/unknown-rights-event.js';

/** Folds three streams in memory. Commands catch up before they decide, and the follower keeps other reads up to date. */
export class Policy {
  readonly staffFold = new Fold(streams.staff, staff, (storedEvent) => this.recordRightsChange(storedEvent));
  readonly structureFold = new Fold(streams.structure, structure, (storedEvent) => {
    this.recordRightsChange(storedEvent);
    this.recordCreation(storedEvent);
  });
  readonly gamesFold = new Fold(streams.games, games);
  private changedForAll: Position = beginning;
  lastErasure: Position = beginning;
  private readonly changedByUser = new Map<number, Position>();
  private unknown: UnknownRightsEvent | null = null;
  private markOutdated: (reason: string) => void = () => undefined;
  /** Resolves when a newer version has written a rights event that this version does not understand. */
  readonly outdated = new Promise<string>((resolve) => (this.markOutdated = resolve));
  private readonly creationTimes = new Map<number, string>();

  async load(log: EventLog): Promise<void> {
    await this.staffFold.catchUp(log);
    await this.structureFold.catchUp(log);
    await this.gamesFold.catchUp(log);
  }

  apply(event: StoredEvent): void {
    try {
      const folds = [this.staffFold, this.structureFold, this.gamesFold];
      folds.find(({ stream }) => stream === event.stream)?.apply(event);
    } catch (error) {
      if (error instanceof UnknownRightsEvent) {
        this.unknown = error;
        this.markOutdated(error.message);
      }
      throw error;
    }
  }

  requireKnown(): void {
    if (this.unknown) throw this.unknown;
  }

  get structure(): Readonly<StructureState> {
    return this.structureFold.state;
  }

  get staff(): Readonly<StaffState> {
    return this.staffFold.state;
  }

  get games(): Readonly<GamesState> {
    return this.gamesFold.state;
  }

  get position(): Position {
    return pickLaterPosition(this.staffFold.position ?? beginning, this.structureFold.position ?? beginning);
  }

  getRightsSince(userId: number | null): Position {
    const memberChangedAt = (userId !== null && this.changedByUser.get(userId)) || beginning;
    return pickLaterPosition(memberChangedAt, this.changedForAll);
  }

  private recordRightsChange(storedEvent: StoredEvent): void {
    const affectedMember = findChangedRights(storedEvent);
    if (affectedMember === 'all') this.changedForAll = storedEvent.position;
    else if (affectedMember !== null) this.changedByUser.set(affectedMember, storedEvent.position);
    if (findMemberErasedWithTexts(storedEvent) !== null) this.lastErasure = storedEvent.position;
  }

  private recordCreation({ type, data, metadata: { at = '' } }: StoredEvent): void {
    const event = upcastEvent(type, data);
    if (event?.type === 'SectionCreated.v1') this.creationTimes.set(event.data.sectionId, at);
    if (event?.type === 'SubsectionCreated.v1') this.creationTimes.set(event.data.subsectionId, at);
  }

  getCreationTime({ sectionId, subsectionId }: Place): string | undefined {
    return this.creationTimes.get(subsectionId ?? sectionId);
  }

  getActor(userId: number | null): Actor {
    if (userId === null) return guest;
    const gameServer = this.games.servers.get(userId);
    return gameServer ? resolveGameServerActor(gameServer, this.staff) : resolveActor(this.staff, userId);
  }

  createActorInRole(roleId: number): Actor {
    return { userId: 0, roleId, keys: findRole(this.staff, roleId)?.keys ?? new Set() };
  }

  getRoleId(userId: number): number {
    return this.staff.holders.get(userId) ?? memberRole.id;
  }

  getRoleName(userId: number): string | null {
    return findRoleName(this.staff, this.getRoleId(userId));
  }

  isRole(roleId: number): boolean {
    return findRole(this.staff, roleId) !== null;
  }

  findBan(userId: number, now?: string): MemberBan | null {
    // Most members are not banned, and formatting the time would be slow.
    if (!this.staff.bans.has(userId)) return null;
    return findActiveBan(this.staff, userId, now ?? new Date().toISOString());
  }

  getBannedSince(userId: number): string | undefined {
    return this.findBan(userId) ? this.staff.bannedSince.get(userId) : undefined;
  }

  /** A ban permanently ends all earlier sessions. */
  isValidDespiteBans(userId: number, begunAt: string): boolean {
    return begunAt > (this.staff.bannedSince.get(userId) ?? '');
  }

  findProgramId(hash: string): number | null {
    return this.staff.apiKeyIds.get(hash) ?? null;
  }

  findApiKey(id: number): ApiKey | null {
    return this.staff.apiKeys.get(id) ?? null;
  }

  isActiveProgram(id: number): boolean {
    const key = this.findApiKey(id);
    return key !== null && this.isActiveKey(key, new Date().toISOString());
  }

  isActiveKey(key: ApiKey, now: string): boolean {
    return isActiveKey(key, now, (serverId) => this.isGameServer(serverId));
  }

  isGameServer(id: number): boolean {
    return findGameServer(this.games, id) !== null;
  }

  /** Returns null for members. */
  findProgramName(id: number): string | null {
    const gameServer = this.games.servers.get(id);
    if (gameServer) return formatGameServerName(gameServer);
    const key = this.findApiKey(id);
    return key && formatProgramName(key);
  }

  isGone(userId: number): boolean {
    return this.staff.erasedMembers.has(userId);
  }

  listAllEntries(): PlaceEntries[] {
    return listAllEntries(this.structure);
  }

  getFlags(actor: Actor, place: Place): PlaceFlags | null {
    const entries = findEntries(this.structure, place);
    return entries && resolveFlags(actor, entries);
  }

  mayView(actor: Actor, place: Place): boolean {
    return this.getFlags(actor, place)?.can_view ?? false;
  }

  listRoleIds(): number[] {
    return [guestRole.id, ...listRoles(this.staff).map(({ roleId }) => roleId)];
  }

  listVisiblePlaces(actor: Actor): Place[] {
    return listPlaces(this.structure).filter((place) => this.mayView(actor, place));
  }
}

export function findChangedRights({ stream, type, data }: StoredEvent): number | 'all' | null {
  if (stream === streams.structure) return 'all';
  if (stream !== streams.staff) return null;
  const event = upcastEvent(type, data);
  if (event?.type === 'RoleGiven.v1') return event.data.userId;
  return event && noRights.has(event.type) ? null : 'all';
}

const noRights: ReadonlySet<string> = new Set([
  'MemberBanned.v1',
  'MemberUnbanned.v1',
  'MemberLeft.v1',
  'ApiKeyCreated.v1',
  'ApiKeyRevoked.v1',
]);

export function findMemberErasedWithTexts({ stream, type, data }: StoredEvent): number | null {
  const event = stream === streams.staff ? upcastEvent(type, data) : null;
  return event?.type === 'MemberLeft.v1' && event.data.texts ? event.data.userId : null;
}
