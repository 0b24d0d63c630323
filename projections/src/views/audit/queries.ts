import type { EventType } from '@guildhall/domain/events.js';
import type { AuditArea } from '@guildhall/domain/wire/kinds.js';
import type { Condition, ViewStore } from '../../view-store.js';
import { findById } from '../find-documents.js';
import type { AuditDocument } from './document.js';

/**
 * Times are in ISO 8601 and UTC. `from` is inclusive and `to` is exclusive. `after` is the `order` of the last entry.
 */
export interface AuditFilter {
  area?: AuditArea | undefined;
  types?: readonly EventType[] | undefined;
  actorId?: number | undefined;
  subject?: string | undefined;
  personId?: number | undefined;
  batch?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  after?: string | undefined;
}

export async function readAuditPage(store: ViewStore, filter: AuditFilter, limit: number): Promise<AuditDocument[]> {
  const { area, types, actorId, subject, personId, batch, from = '', to = '~', after = '~' } = filter;
  const conditions: Record<string, Condition> = { order: { $gte: from, $lt: after < to ? after : to } };
  if (area) conditions.area = area;
  if (types) conditions.type = types.length === 1 && types[0] ? types[0] : { $in: types };
  if (actorId !== undefined) conditions.actorId = actorId;
  if (subject) conditions.subject = subject;
  if (personId !== undefined) conditions.personId = personId;
  if (batch) conditions.batch = batch;
  return store.find<AuditDocument>('audit', conditions, { sort: [['order', -1]], limit });
}

export const findAuditById = (store: ViewStore, id: string) => findById<AuditDocument>(store, 'audit', id);
