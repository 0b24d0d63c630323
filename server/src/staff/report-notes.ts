import { upcastEvent, streams, type DomainEvent } from '@guildhall/domain/events.js';
import type { ReportNoteRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Texts } from '../vault/texts.js';
import type { Directory } from '../read-models/members/directory.js';

interface Dependencies {
  log: EventLog;
  directory: Directory;
  texts: Texts;
}

type ReportNote = Pick<ReportNoteRow, 'kind' | 'text'> & { staffId: number };

export async function readNotes({ log, texts, directory }: Dependencies, reportId: number): Promise<ReportNoteRow[]> {
  const notes = (await log.readStream(streams.report(reportId))).flatMap(({ type, data, metadata }) => {
    const event = upcastEvent(type, data);
    const note = event && parseNote(event);
    return note ? [{ ...note, at: metadata.at ?? '' }] : [];
  });
  const openedTexts = await texts.open(notes.flatMap(({ text }) => text ?? []));
  await directory.ensure(notes.map(({ staffId }) => staffId));
  return notes.map(({ staffId, at, kind, text }) => ({
    ...directory.getAuthor(staffId),
    at,
    kind,
    text: text === null ? null : (openedTexts.get(text)?.text ?? '[erased]'),
  }));
}

function parseNote({ type, data }: DomainEvent): ReportNote | null {
  switch (type) {
    case 'ReportTaken.v1':
      return { staffId: data.staffId, kind: 'taken', text: null };
    case 'ReportResolved.v1':
      return { staffId: data.staffId, kind: 'resolved', text: data.answer };
    case 'ReportReopened.v1':
      return { staffId: data.staffId, kind: 'reopened', text: null };
    case 'ReportNoted.v1':
      return { staffId: data.staffId, kind: 'noted', text: data.note };
    default:
      return null;
  }
}
