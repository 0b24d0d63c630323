import { stripVersion, upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import { canBeUndone } from '@guildhall/domain/undo/undo.js';
import type { AuditDocument } from '@guildhall/projections/views/audit/document.js';
import { findPostsByIds } from '@guildhall/projections/views/posts/queries.js';
import { findThreadsByIds } from '@guildhall/projections/views/threads/queries.js';
import { findRole } from '@guildhall/domain/staff/state.js';
import type { AuditPerson, AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import { describeChange, SealedText, type EntryChange } from './changes.js';

export interface AuditRowDependencies {
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
  gameAccounts: Pick<GameAccounts, 'describe'>;
}

type NameOf = (kind: string, id: number) => string | null;

interface PreparedEntry {
  document: AuditDocument;
  event: DomainEvent;
  change: EntryChange;
}

export async function buildAuditRows(
  services: AuditRowDependencies,
  documents: readonly AuditDocument[],
): Promise<AuditRow[]> {
  const { policy, directory } = services;
  const findRoleName = (roleId: number) =>
    findRole(policy.staff, roleId)?.displayName ?? policy.staff.roles.get(roleId)?.displayName ?? null;
  const preparedEntries = documents.flatMap((document): PreparedEntry[] => {
    const event = upcastEvent(document.type, document.data);
    return event ? [{ document, event, change: describeChange(event, document.before, findRoleName) }] : [];
  });
  const memberIds = documents.flatMap(({ actorId, personId }) => [actorId, personId].filter((id) => id !== null));
  await directory.ensure(memberIds);
  const titles = await loadThreadTitles(services, documents);
  const players = await services.gameAccounts.describe(listSubjectIds(documents, 'player'));
  const openedTexts = await open(services, [...preparedEntries.flatMap(collectSealedTexts), ...titles.values()]);
  const findSubjectName: NameOf = (kind, id) =>
    kind === 'player' ? (players.get(id)?.name ?? null) : findName(services, kind, id, findRoleName);
  return preparedEntries.map((entry) => buildRow(services, entry, findSubjectName, titles, openedTexts));
}

function buildRow(
  services: AuditRowDependencies,
  { document, event, change }: PreparedEntry,
  nameOf: NameOf,
  titles: ReadonlyMap<string, string>,
  openedTexts: (sealedText: string) => string,
): AuditRow {
  const toPerson = (id: number | null): AuditPerson | null =>
    id === null ? null : { id, username: services.directory.getName(id) };
  const withOpenedTexts = (fields: EntryChange['before']) =>
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [
        key,
        value instanceof SealedText ? openedTexts(value.text) : value,
      ]),
    );
  const [kind = '', id = ''] = document.subject.split(':');
  const title = titles.get(document.subject);
  return {
    id: document.id,
    position: document.order.slice(-20),
    kind: stripVersion(document.type),
    area: document.area,
    at: document.at,
    actor: toPerson(document.actorId),
    subject: {
      kind,
      id: Number(id),
      name: title ? openedTexts(title) : nameOf(kind, Number(id)),
    },
    person: toPerson(document.personId),
    reason: document.reason && openedTexts(document.reason),
    batch: document.batch,
    before: withOpenedTexts(change.before),
    after: withOpenedTexts(change.after),
    undoes: document.undoes,
    undone_by: document.undoneBy,
    undoable: document.undoneBy === null && canBeUndone(event),
  };
}

function findName(
  { directory, policy }: AuditRowDependencies,
  kind: string,
  id: number,
  findRoleName: (roleId: number) => string | null,
): string | null {
  switch (kind) {
    case 'member':
      return directory.getName(id);
    case 'role':
      return findRoleName(id);
    case 'key':
      return policy.staff.apiKeys.get(id)?.name ?? null;
    case 'server':
      return policy.games.servers.get(id)?.name ?? null;
    case 'section':
      return policy.structure.sections.get(id)?.displayName ?? null;
    case 'subsection':
      return policy.structure.subsections.get(id)?.displayName ?? null;
    default:
      return null;
  }
}

function listSubjectIds(documents: readonly AuditDocument[], kind: string): number[] {
  const subjects = documents.map(({ subject }) => subject).filter((subject) => subject.startsWith(`${kind}:`));
  return [...new Set(subjects)].map((subject) => Number(subject.slice(kind.length + 1)));
}

async function loadThreadTitles(
  { views }: AuditRowDependencies,
  documents: readonly AuditDocument[],
): Promise<Map<string, string>> {
  const posts = await findPostsByIds(views.store, listSubjectIds(documents, 'post'));
  const threads = await findThreadsByIds(views.store, [
    ...listSubjectIds(documents, 'thread'),
    ...posts.map(({ threadId }) => threadId),
  ]);
  const byId = new Map(threads.map(({ id, title }) => [id, title]));
  const titles = threads.map(({ id, title }): [string, string] => [`thread:${id}`, title]);
  for (const { id, threadId } of posts) {
    const title = byId.get(threadId);
    if (title) titles.push([`post:${id}`, title]);
  }
  return new Map(titles);
}

function collectSealedTexts({ document, change }: PreparedEntry): string[] {
  const values = [...Object.values(change.before ?? {}), ...Object.values(change.after ?? {})];
  const texts = values.flatMap((value) => (value instanceof SealedText ? [value.text] : []));
  return document.reason ? [...texts, document.reason] : texts;
}

async function open(
  { texts }: AuditRowDependencies,
  sealedTexts: readonly string[],
): Promise<(sealedText: string) => string> {
  const openedTexts = await texts.open(sealedTexts);
  return (text) => openedTexts.get(text)?.text ?? '[erased]';
}
