import { setImmediate as nextTurn } from 'node:timers/promises';
import { stripVersion } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { UndoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { AuditDocument } from '@guildhall/projections/views/audit/document.js';
import { findAuditById, readAuditPage, type AuditFilter } from '@guildhall/projections/views/audit/queries.js';
import type { StoredEvent, EventLog } from '@guildhall/event-store/port.js';
import { z } from 'zod';
import { toRefusal } from '../request/refusals.js';
import { toCommandContext, requireUser, type RequestContext } from '../request/request-context.js';
import { maxUndoneEntries, type Limits } from '../request/rate-limits.js';
import type { CommandResult } from '../commands/handle.js';
import type { Texts } from '../vault/texts.js';
import type { Commands } from '../commands/commands.js';
import type { LogWatermark } from '../log/log-watermark.js';
import { readPages } from '../stores/pages.js';
import { waitForHead, type Views } from '../stores/views.js';
import { sealReason } from '../staff/reason.js';
import { undo } from '../commands/undo.js';

interface Dependencies {
  log: EventLog;
  logWatermark: Pick<LogWatermark, 'waitFor'>;
  views: Views;
  texts: Texts;
  commands: Commands;
  limits: Limits;
}

const pageSize = 100;
const maxUndoChain = 20;

export class AuditUndo {
  constructor(private readonly services: Dependencies) {}

  async undoOne(call: RequestContext, entryId: string, reason: string | null | undefined): Promise<CommandResult> {
    return this.undoEntry(call, await this.findEntry(entryId), reason);
  }

  async authorize({ actor }: Pick<RequestContext, 'actor'>, entryId: string): Promise<void> {
    const { actorId, personId } = await this.findEntry(entryId);
    const isOwn = actorId === actor.userId || personId === actor.userId;
    if (!isOwn && actor.roleId === memberRole.id) throw new Refusal('not-found');
  }

  private async findEntry(id: string): Promise<AuditDocument> {
    if (!z.uuid().safeParse(id).success) throw new Refusal('not-found');
    const find = () => findAuditById(this.services.views.store, id);
    const earlierEntry = await find();
    if (earlierEntry) return earlierEntry;
    // Staff can undo an action as soon as it was made, when the views may not contain it yet.
    await waitForHead(this.services);
    const entry = await find();
    if (!entry) throw new Refusal('not-found');
    return entry;
  }

  /**
   * Undoes the newest entry first. Skips entries that have already been undone, and undos whose target is also in the
   * range.
   */
  async span(
    call: RequestContext,
    span: Required<Pick<AuditFilter, 'actorId' | 'from' | 'to'>> & Pick<AuditFilter, 'batch'>,
    reason: string | null | undefined,
  ): Promise<{ results: UndoResult[]; last: CommandResult | null }> {
    await waitForHead(this.services);
    const entries = await this.findEntries(span);
    await this.services.limits.take('undo', String(requireUser(call)), Math.max(1, entries.length));
    const ids = new Set(entries.map(({ id }) => id));
    const results: UndoResult[] = [];
    let last: CommandResult | null = null;
    for (const entry of entries) {
      await nextTurn();
      if (entry.undoneBy !== null || (entry.undoes !== null && ids.has(entry.undoes))) continue;
      const outcome = { id: entry.id, kind: stripVersion(entry.type) };
      try {
        last = await this.undoEntry(call, entry, reason);
        results.push({ ...outcome, success: true });
      } catch (error) {
        const refusal = toRefusal(error);
        // Rethrown because the client can resend the remaining entries.
        if (!refusal || refusal.status === 503) throw error;
        const { message, code, field } = refusal;
        results.push({ ...outcome, success: false, error: message, code, ...(field ? { field } : {}) });
      }
    }
    return { results, last };
  }

  private async undoEntry(
    call: RequestContext,
    document: AuditDocument,
    reason: string | null | undefined,
  ): Promise<CommandResult> {
    const userId = call.identity?.userId ?? 0;
    await this.refuseEndlessChain(document);
    const context = toCommandContext(`undo ${document.id}`, call);
    const sealedReason = await sealReason(this.services, reason, userId, document.personId);
    return undo(this.services, await this.readStoredEvent(document), call.actor, { ...context, reason: sealedReason });
  }

  private async refuseEndlessChain(document: AuditDocument): Promise<void> {
    let entry: AuditDocument | null = document;
    for (let n = 0; entry?.undoes; n++) {
      if (n === maxUndoChain) throw new Refusal('not-undoable');
      entry = await findAuditById(this.services.views.store, entry.undoes);
    }
  }

  private async readStoredEvent({ stream, revision, id }: AuditDocument): Promise<StoredEvent> {
    const [entry] = await this.services.log.readStream(stream, revision);
    if (entry?.id !== id) throw new Refusal('not-found');
    return entry;
  }

  private async findEntries(span: AuditFilter): Promise<AuditDocument[]> {
    const auditEntries: AuditDocument[] = [];
    const pages = readPages<AuditDocument>(pageSize, (last) =>
      readAuditPage(this.services.views.store, { ...span, after: last?.order }, pageSize),
    );
    for await (const entries of pages) {
      auditEntries.push(...entries);
      if (auditEntries.length > maxUndoneEntries) throw new Refusal('too-large', 'from');
    }
    return auditEntries;
  }
}
