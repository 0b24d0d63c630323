import { can, guest } from '@guildhall/domain/permissions.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { ResyncMessage, TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { isStaffTopic, siteWideTopics, parseTopic, staffTopics, type Topic } from '@guildhall/domain/wire/topics.js';
import type { Position } from '@guildhall/event-store/port.js';
import { findPlaceOfTopic } from '../../read-models/place-numbers.js';
import type { Policy } from '../../policy/policy.js';
import type { LiveServer, LiveSocket } from './live-server.js';

export interface ThreadLocation extends Place {
  pos: Position;
}

interface ListenerState {
  sockets: number;
  thread: ThreadLocation | null;
  announcedRemoval: Set<number>;
}

/** Each combination of topic and role has a room, so rights are checked once per role rather than per socket. */
export class Audience {
  private readonly listeners = new Map<Topic, ListenerState>();
  private readonly socketsByUser = new Map<number, Set<LiveSocket>>();
  private onTopicEmpty: (topic: Topic) => void = () => undefined;

  constructor(
    private readonly io: LiveServer,
    private readonly policy: Policy,
  ) {}

  listenForEmptyTopics(listener: (topic: Topic) => void): void {
    this.onTopicEmpty = listener;
  }

  has(topic: Topic): boolean {
    return this.listeners.has(topic);
  }

  listTopics(): Topic[] {
    return [...this.listeners.keys()];
  }

  listRoles(topic: Topic): number[] {
    return this.policy.listRoleIds().filter((roleId) => this.io.sockets.adapter.rooms.has(getRoom(topic, roleId)));
  }

  /** Every role has `view_forums`, so only the role's entries matter. */
  mayView(roleId: number, place: Place | null): boolean {
    return place !== null && this.policy.mayView({ ...guest, roleId }, place);
  }

  /** Everyone receives the site-wide topics. A profile topic is available as long as its member exists. */
  mayReceive(roleId: number, topic: Topic): boolean {
    if (siteWideTopics.some((siteWideTopic) => siteWideTopic === topic) || isOwn(topic)) return true;
    if (isStaffTopic(topic)) return can(this.policy.createActorInRole(roleId), staffTopics[topic]);
    const parsedTopic = parseTopic(topic);
    if (parsedTopic?.kind === 'profile') return !this.policy.isGone(parsedTopic.id);
    return this.mayView(roleId, this.findPlace(topic));
  }

  findPlace(topic: Topic): Place | null {
    return findPlaceOfTopic(this.policy.structure, topic) ?? this.listeners.get(topic)?.thread ?? null;
  }

  locate(topic: Topic, thread: ThreadLocation): void {
    const listener = this.listeners.get(topic);
    if (listener && (!listener.thread || listener.thread.pos < thread.pos)) listener.thread = thread;
  }

  announcedRemoval(topic: Topic): Set<number> {
    return this.listeners.get(topic)?.announcedRemoval ?? new Set();
  }

  enter(socket: LiveSocket, topic: Topic): void {
    if (socket.data.topics.has(topic)) return;
    socket.data.topics.add(topic);
    const listener = this.listeners.get(topic) ?? { sockets: 0, thread: null, announcedRemoval: new Set() };
    listener.sockets += 1;
    this.listeners.set(topic, listener);
    void socket.join(getRoom(topic, socket.data.roleId));
  }

  leave(socket: LiveSocket, topic: Topic): void {
    if (!socket.data.topics.delete(topic)) return;
    socket.data.presence.delete(topic);
    void socket.leave(getRoom(topic, socket.data.roleId));
    const listener = this.listeners.get(topic);
    if (!listener || --listener.sockets > 0) return;
    this.listeners.delete(topic);
    this.onTopicEmpty(topic);
  }

  leaveAll(socket: LiveSocket): void {
    for (const topic of [...socket.data.topics]) this.leave(socket, topic);
  }

  broadcast(topic: Topic, roleIds: readonly number[], message: TopicMessage | ResyncMessage): void {
    if (roleIds.length > 0) this.io.to(roleIds.map((roleId) => getRoom(topic, roleId))).emit('topic', message);
  }

  send(sockets: readonly LiveSocket[], message: TopicMessage): void {
    this.io.to(sockets.map(({ id }) => id)).emit('topic', message);
  }

  listSockets(): LiveSocket[] {
    return [...this.io.sockets.sockets.values()];
  }

  listSocketsOfMember(userId: number): LiveSocket[] {
    return [...(this.socketsByUser.get(userId) ?? [])];
  }

  begin(socket: LiveSocket): void {
    const userId = socket.data.identity?.userId;
    socket.data.roleId = this.policy.getActor(userId ?? null).roleId;
    if (userId !== undefined) this.socketsByUser.set(userId, (this.socketsByUser.get(userId) ?? new Set()).add(socket));
  }

  end(socket: LiveSocket): void {
    this.leaveAll(socket);
    const userId = socket.data.identity?.userId;
    if (userId === undefined) return;
    const socketsOfUser = this.socketsByUser.get(userId);
    if (socketsOfUser?.delete(socket) && socketsOfUser.size === 0) this.socketsByUser.delete(userId);
  }

  listMembers(topic: Topic, roleId: number): LiveSocket[] {
    const ids = this.io.sockets.adapter.rooms.get(getRoom(topic, roleId)) ?? [];
    return [...ids].flatMap((id) => this.io.sockets.sockets.get(id) ?? []);
  }

  review(userIds: ReadonlySet<number | 'all'>): Map<LiveSocket, Topic[]> {
    const sockets = userIds.has('all')
      ? this.listSockets()
      : [...userIds].flatMap((userId) => (userId === 'all' ? [] : this.listSocketsOfMember(userId)));
    const checkedRooms = new Map<string, boolean>();
    const mayReceive = (topic: Topic, roleId: number): boolean => {
      const room = getRoom(topic, roleId);
      const isAllowed = checkedRooms.get(room) ?? this.mayReceive(roleId, topic);
      checkedRooms.set(room, isAllowed);
      return isAllowed;
    };
    for (const socket of sockets) this.updateRole(socket);
    return new Map(
      sockets.map((socket) => {
        const { topics, roleId } = socket.data;
        return [socket, [...topics].filter((topic) => !mayReceive(topic, roleId))];
      }),
    );
  }

  private updateRole(socket: LiveSocket): void {
    const { data } = socket;
    const { roleId } = this.policy.getActor(data.identity?.userId ?? null);
    if (roleId === data.roleId) return;
    for (const topic of data.topics) {
      void socket.leave(getRoom(topic, data.roleId));
      void socket.join(getRoom(topic, roleId));
    }
    data.roleId = roleId;
  }
}

const isOwn = (topic: Topic): boolean => parseTopic(topic)?.kind === 'member';
const getRoom = (topic: Topic, roleId: number): string => `${topic}|${roleId}`;
