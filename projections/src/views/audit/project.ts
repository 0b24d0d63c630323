import type { Change, Get, View } from '../../view.js';
import { auditedTypes, buildAuditSummary } from './summaries.js';
import { formatSubject, type AuditDocument } from './document.js';

/** Lists what staff did with their role's permissions, but not what members do with their own content. */
export const auditView: View = {
  schema: {
    audit: {
      indexes: [
        ['order'],
        ['area', 'order'],
        ['type', 'order'],
        ['actorId', 'order'],
        ['subject', 'order'],
        ['personId', 'order'],
        ['batch', 'order'],
      ],
    },
  },
  events: auditedTypes,

  project(event, get) {
    const summary = buildAuditSummary(event, get);
    if (!summary) return [];
    const { metadata, position } = event;
    const at = metadata.at ?? '';
    const actorId = findUserId(metadata.actorId);
    const document: Omit<AuditDocument, 'pos'> = {
      id: event.id,
      order: `${at} ${position}`,
      stream: event.stream,
      revision: event.revision,
      type: event.type,
      area: summary.area,
      actorId,
      subject: formatSubject(summary.subject),
      personId: summary.personId,
      at,
      reason: metadata.reason ?? null,
      data: event.data,
      before: summary.before ?? null,
      batch: actorId === null ? null : (metadata.correlationId ?? null),
      undoes: metadata.undoes ?? null,
      undoneBy: null,
    };
    return [{ collection: 'audit', document }, ...markUndone(event.id, document.undoes, get)];
  },
};

const findUserId = (actorId: string | undefined): number | null => {
  const id = Number(actorId);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** An undone entry is no longer in force, an entry that it had undone is in force again, and so on. */
function markUndone(undoId: string, undoneId: string | null, get: Get): Change[] {
  const changes: Change[] = [];
  let undoneBy: string | null = undoId;
  for (let id = undoneId; id !== null;) {
    const entry: AuditDocument | null = get<AuditDocument>('audit', id);
    if (!entry) break;
    changes.push({ collection: 'audit', document: { ...entry, undoneBy } });
    undoneBy = undoneBy === null ? entry.id : null;
    id = entry.undoes;
  }
  return changes;
}
