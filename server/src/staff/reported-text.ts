import { upcastEvent, streams } from '@guildhall/domain/events.js';
import type { ReportSubject } from '@guildhall/domain/report/events.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { ReportDocument } from '@guildhall/projections/views/reports/project.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  log: EventLog;
  texts: Texts;
}

/** Reads the stream because no view contains earlier versions. Returns null for other subjects and erased posts. */
export async function readReportedText(
  { log, texts }: Dependencies,
  { subject, order }: Pick<ReportDocument, 'subject' | 'order'>,
): Promise<string | null> {
  const stream = subject && getStream(subject);
  if (!stream) return null;
  const versions = (await log.readStream(stream, 0)).flatMap(({ type, data, position }) => {
    const event = upcastEvent(type, data);
    return event && 'content' in event.data && position < order ? [event.data.content] : [];
  });
  const sealedText = versions.at(-1);
  return sealedText === undefined ? null : ((await texts.open([sealedText])).get(sealedText)?.text ?? null);
}

function getStream({ kind, id }: ReportSubject): string | null {
  if (kind === 'thread') return streams.thread(id);
  return kind === 'post' ? streams.post(id) : null;
}
