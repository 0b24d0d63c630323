import { formatPosition } from '@guildhall/domain/wire/positions.js';
import { isAdmin } from '@guildhall/domain/permissions.js';
import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { parseTopic, siteTopic, type Topic } from '@guildhall/domain/wire/topics.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { Position } from '@guildhall/event-store/port.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import type { Audience } from '../sockets/audience.js';
import type { RingChange } from './ring.js';
import { toRemovalRow, type TopicRows } from './rows/topic-rows.js';
import type { LiveContext } from './live-context.js';
import { buildSiteRows } from './site-messages.js';

export function broadcastTopic(
  context: LiveContext,
  topic: Topic,
  changes: readonly RingChange[],
  loadedRows: TopicRows,
  position: Position,
): void {
  const { audience, resyncs, services, stats } = context;
  const thread = findThread(topic, loadedRows);
  if (thread === undefined) return;
  const roleIds = thread ? broadcastThread(context, topic, thread) : listViewingRoles(audience, topic);
  const rows = loadedRows.buildRows(topic, changes);
  if (rows === null) {
    for (const socket of roleIds.flatMap((roleId) => audience.listMembers(topic, roleId)))
      resyncs.schedule(socket, [topic]);
    return;
  }
  const send = (roles: readonly number[], visible: LiveRow[]) => {
    if (roles.length === 0 || visible.length === 0) return;
    stats.emitted += 1;
    audience.broadcast(topic, roles, { topic, position: formatPosition(services.historyId, position), rows: visible });
  };
  if (topic !== 'reports') return send(roleIds, rows);
  for (const roleId of roleIds) send([roleId], readReportsFor(audience, roleId, rows, loadedRows));
}

function readReportsFor(
  audience: Audience,
  roleId: number,
  rows: readonly LiveRow[],
  loadedRows: TopicRows,
): LiveRow[] {
  return rows.filter(({ id }) => {
    const place = loadedRows.findReportPlace(id);
    return place === null || isAdmin({ roleId }) || audience.mayView(roleId, place);
  });
}

/** For a deleted or hidden thread, returns its removal with `isLast`. @returns null if the page must reload */
export function readBacklogFor(
  { audience, services }: LiveContext,
  roleId: number,
  topic: Topic,
  changes: readonly RingChange[],
  loadedRows: TopicRows,
  position: Position,
): { message: TopicMessage; isLast: boolean } | null {
  const topicRows = loadedRows.buildRows(topic, changes);
  if (topic === siteTopic) {
    if (topicRows === null) return null;
    const rows = [...buildSiteRows(services), ...topicRows];
    return {
      message: { topic, position: formatPosition(services.historyId, position), rows, end: true },
      isLast: false,
    };
  }
  const thread = findThread(topic, loadedRows);
  const isHidden = thread ? !audience.mayView(roleId, thread) : false;
  const isLast = isHidden || thread?.deleted === true;
  if (thread && isLast) return { message: { ...buildThreadRemoval(topic, thread, !isHidden), end: true }, isLast };
  if (topicRows === null) return null;
  const rows = topic === 'reports' ? readReportsFor(audience, roleId, topicRows, loadedRows) : topicRows;
  return { message: { topic, position: formatPosition(services.historyId, position), rows, end: true }, isLast };
}

function findThread(topic: Topic, loadedRows: TopicRows): ThreadDocument | null | undefined {
  const parsedTopic = parseTopic(topic);
  return parsedTopic?.kind === 'thread' ? loadedRows.findThread(parsedTopic.id) : null;
}

const listViewingRoles = (audience: Audience, topic: Topic): number[] =>
  audience.listRoles(topic).filter((roleId) => audience.mayReceive(roleId, topic));

function broadcastThread({ audience, resyncs, stats }: LiveContext, topic: Topic, thread: ThreadDocument): number[] {
  audience.locate(topic, thread);
  const roleIds = audience.listRoles(topic);
  const hiddenRoles = roleIds.filter((roleId) => !audience.mayView(roleId, thread));
  const visibleRoles = roleIds.filter((roleId) => !hiddenRoles.includes(roleId));
  const notifiedRoles = audience.announcedRemoval(topic);
  const announceRemoval = (roles: readonly number[], isDeleted: boolean) => {
    const rolesToNotify = roles.filter((roleId) => !notifiedRoles.has(roleId));
    if (rolesToNotify.length === 0) return;
    stats.emitted += 1;
    audience.broadcast(topic, rolesToNotify, buildThreadRemoval(topic, thread, isDeleted));
  };
  announceRemoval(hiddenRoles, false);
  if (thread.deleted) announceRemoval(visibleRoles, true);
  const departedSockets = hiddenRoles.flatMap((roleId) => audience.listMembers(topic, roleId));
  for (const socket of departedSockets) audience.leave(socket, topic);
  if (thread.deleted) {
    for (const roleId of visibleRoles) notifiedRoles.add(roleId);
    return [];
  }
  // These pages missed the replies posted while the thread was deleted.
  for (const roleId of notifiedRoles)
    for (const socket of audience.listMembers(topic, roleId)) resyncs.schedule(socket, [topic]);
  const otherRoles = visibleRoles.filter((roleId) => !notifiedRoles.has(roleId));
  notifiedRoles.clear();
  return otherRoles;
}

/** Has no position, so a reconnecting page joins from before the removal and does not miss a restoration. */
function buildThreadRemoval(topic: Topic, thread: ThreadDocument, isDeleted: boolean): TopicMessage {
  const row = { ...toRemovalRow('thread', thread), ...(isDeleted && { deleted: isDeleted }) };
  return { topic, rows: [row] };
}
