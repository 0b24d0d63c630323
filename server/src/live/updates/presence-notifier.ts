import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import { onlineTopic, parseTopic, serversTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import type { ServerRow } from '@guildhall/domain/wire/schemas/site/servers.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Connection, PresenceSnapshot } from '../../read-models/members/presence.js';
import { listOnlineMembers, listThreadReaders } from '../../read-models/members/presence-rows.js';
import { listServers } from '../../read-models/site-rows.js';
import type { LiveSocket } from '../sockets/live-server.js';
import { groupBy } from './group-by.js';
import type { LiveContext } from './live-context.js';

/** Browsers resend the message at shorter intervals while the member is typing. */
const writingExpiryMs = 8_000;

/**
 * At regular intervals, compares what each page shows with who is present and with the status of the game servers, so
 * that no other code has to report changes.
 */
export class PresenceNotifier {
  private readonly timer: NodeJS.Timeout;
  private isSending = false;
  private servers: ServerRow[];

  constructor(
    private readonly deps: LiveContext,
    everyMs: number,
  ) {
    this.timer = setInterval(() => void this.send(), everyMs);
    const { audience, services } = deps;
    this.servers = listServers(services);
    services.serverStatuses.onChange(() => (this.servers = listServers(services)));
    services.presence.follow({
      all: () => audience.listSockets().map(toConnection),
      includes: (userId) => audience.listSocketsOfMember(userId).length > 0,
    });
  }

  stop(): void {
    clearInterval(this.timer);
  }

  serve(socket: LiveSocket): void {
    socket.on('writing', (topic: unknown) => {
      const { data } = socket;
      const thread = parseTopic(topic);
      const mayWrite = thread?.kind === 'thread' && data.identity !== null && data.topics.has(topic as Topic);
      data.writing = mayWrite ? { threadId: thread.id, until: Date.now() + writingExpiryMs } : null;
    });
  }

  private async send(): Promise<void> {
    const { audience, services, signal } = this.deps;
    const topics = audience.listTopics().filter(isFollowed);
    if (topics.length === 0 || this.isSending) return;
    this.isSending = true;
    try {
      const present = await services.presence.takeSnapshot();
      if (!signal.aborted) for (const topic of topics) this.sendTopic(topic, present);
    } catch (error) {
      services.logger.debug({ err: error }, 'the list of online members could not be read');
    } finally {
      this.isSending = false;
    }
  }

  /** Only members see who else is present. This is synchronous so that rights cannot change in between. */
  private sendTopic(topic: Topic, present: PresenceSnapshot): void {
    const { audience } = this.deps;
    const notifiedRoles = audience.announcedRemoval(topic);
    const sockets = audience
      .listRoles(topic)
      .filter((roleId) => !notifiedRoles.has(roleId) && audience.mayReceive(roleId, topic))
      .flatMap((roleId) => audience.listMembers(topic, roleId));
    if (sockets.length === 0) return;
    const row = topic === serversTopic ? this.buildServersRow() : this.buildRow(topic, present);
    const guestRow = row.kind === 'readers' ? { ...row, members: [] } : row;
    for (const [isMember, groupSockets] of groupBy(sockets, ({ data }) => data.identity !== null))
      this.sendRow(groupSockets, topic, isMember ? row : guestRow);
  }

  private buildRow(topic: Topic, present: PresenceSnapshot): Extract<LiveRow, { kind: 'readers' | 'online' }> {
    const { audience, services } = this.deps;
    const threadId = parseThreadId(topic);
    if (threadId === null) return { kind: 'online', id: 0, pos: beginning, ...listOnlineMembers(services, present) };
    const mayView = (userId: number) => audience.mayReceive(services.policy.getRoleId(userId), topic);
    return listThreadReaders(services.directory, present, threadId, mayView);
  }

  private buildServersRow(): LiveRow {
    return { kind: 'servers', id: 0, pos: beginning, servers: this.servers };
  }

  private sendRow(sockets: readonly LiveSocket[], topic: Topic, row: LiveRow): void {
    const { audience, stats } = this.deps;
    const text = JSON.stringify(row, omitLatency);
    const outdatedSockets = sockets.filter(({ data }) => data.presence.get(topic) !== text);
    if (outdatedSockets.length === 0) return;
    for (const { data } of outdatedSockets) data.presence.set(topic, text);
    stats.emitted += 1;
    audience.send(outdatedSockets, { topic, rows: [row] });
  }
}

/** The latency changes with nearly every ping, and all game servers are sent together. */
const omitLatency = (key: string, value: unknown): unknown => (key === 'latency_ms' ? undefined : value);

function toConnection({ data, handshake }: LiveSocket): Connection {
  const { identity, topics, writing } = data;
  return {
    userId: identity?.userId ?? null,
    since: new Date(handshake.issued).toISOString(),
    threads: [...topics].flatMap((topic) => parseThreadId(topic) ?? []),
    writing:
      writing !== null && writing.until > Date.now() && topics.has(`thread:${writing.threadId}`)
        ? writing.threadId
        : null,
  };
}

const isFollowed = (topic: Topic): boolean =>
  topic === onlineTopic || topic === serversTopic || parseThreadId(topic) !== null;

function parseThreadId(topic: Topic): number | null {
  const parsedTopic = parseTopic(topic);
  return parsedTopic?.kind === 'thread' ? parsedTopic.id : null;
}
