import { useState } from 'react';
import { ApiError, messageOf } from '../../shared/api/api.js';
import { reloadBelow } from '../../queries/use-response.js';
import { useDraft, type Draft } from '../../shared/browser/draft.js';
import { fileReport, ownAddress, type Report } from './api.js';
import { texts } from './texts.js';

export interface Fault {
  field: 'player' | 'link' | 'text' | null;
  message: string;
}

interface ReportForm {
  draft: Draft;
  sending: boolean;
  sent: boolean;
  fault: Fault | null;
  /** `reportWith` returns the report to send, or what is missing. */
  submit: (reportWith: (text: string) => Report | Fault) => Promise<void>;
  again: () => void;
}

/** Stores the typed text under `name` until it is sent. `done`: called after sending. */
export function useReport(name: string, done?: () => void): ReportForm {
  const draft = useDraft(`report.${name}`);
  const [sending, setSending] = useState(false);
  const [sent, setSent] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  async function submit(reportWith: (text: string) => Report | Fault): Promise<void> {
    if (sending) return;
    const text = draft.text.trim();
    const report = reportWith(text);
    if ('message' in report) return setFault(report);
    if (report.text === '') return setFault({ field: 'text', message: texts.textMissing });
    setFault(null);
    setSending(true);
    try {
      await fileReport(report, draft.keyFor(report));
      draft.done(text);
      setSent(true);
      done?.();
      void reloadBelow(ownAddress);
    } catch (error) {
      setFault({ field: fieldOf(error), message: messageOf(error, texts.failed) });
    } finally {
      setSending(false);
    }
  }

  return { draft, sending, sent, fault, submit, again: () => setSent(false) };
}

function fieldOf(error: unknown): Fault['field'] {
  const field = error instanceof ApiError ? error.field : undefined;
  if (field === 'username') return 'player';
  return field === 'subject' ? 'link' : field === 'text' ? 'text' : null;
}
