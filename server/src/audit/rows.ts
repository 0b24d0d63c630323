import { stripVersion, upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import { canBeUndone } from '@guildhall/domain/undo/undo.js';
import type { AuditDocument } from '@guildhall/projections/views/audit/document.js';
import { findRole } from '@guildhall/domain/staff/state.js';
import type { AuditPerson, AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { Policy } from '../policy/policy.js';
import { loadForumTexts, type ForumTexts } from '../stores/forum-texts.js';
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
  const subjects = documents.map(parseSubject);
  const forumTexts = await loadForumTexts(services.views.store, subjects);
  const titles = [...forumTexts.threads.values()].map(({ title }) => title);
  const playerIds = new Set(subjects.flatMap(({ kind, id }) => (kind === 'player' ? id : [])));
  const players = await services.gameAccounts.describe([...playerIds]);
  const openedTexts = await open(services, [...preparedEntries.flatMap(collectSealedTexts), ...titles]);
  const findSubjectName: NameOf = (kind, id) =>
    kind === 'player' ? (players.get(id)?.name ?? null) : findName(services, kind, id, findRoleName);
  return preparedEntries.map((entry) => buildRow(services, entry, findSubjectName, forumTexts, openedTexts));
}

function buildRow(
  services: AuditRowDependencies,
  { document, event, change }: PreparedEntry,
  nameOf: NameOf,
  forumTexts: ForumTexts,
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
  const { kind, id } = parseSubject(document);
  const thread = forumTexts.findThread({ kind, id });
  return {
    id: document.id,
    position: document.order.slice(-20),
    kind: stripVersion(document.type),
    area: document.area,
    at: document.at,
    actor: toPerson(document.actorId),
    subject: { kind, id, name: thread ? openedTexts(thread.title) : nameOf(kind, id) },
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

function parseSubject({ subject }: AuditDocument): { kind: string; id: number } {
  const [kind = '', id = ''] = subject.split(':');
  return { kind, id: Number(id) };
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
