import { useState } from 'react';
import { reloadByPrefix } from '../../queries/use-response.js';
import { useDraft, type Draft } from '../../shared/browser/draft.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { fileReport, ownAddress, type Report } from './api.js';
import { texts } from './texts.js';

export interface Fault {
  field: string | null;
  message: string;
}

interface ReportForm {
  draft: Draft;
  sending: boolean;
  isSent: boolean;
  fault: Fault | null;
  /** `reportWith` returns the report to send, or what is missing. */
  submit: (reportWith: (text: string) => Report | Fault) => Promise<void>;
  restart: () => void;
}

/** Stores the typed text under `name` until it is sent. `done` is called after sending. */
export function useReport(name: string, onDone?: () => void): ReportForm {
  const draft = useDraft(`report.${name}`);
  const { busy, fault, field, run } = useMutation(texts.failed);
  const [isSent, setIsSent] = useState(false);
  const [missingFault, setMissing] = useState<Fault | null>(null);

  async function submit(reportWith: (text: string) => Report | Fault): Promise<void> {
    const text = draft.text.trim();
    const report = reportWith(text);
    if ('message' in report) return setMissing(report);
    if (report.text === '') return setMissing({ field: 'text', message: texts.textMissing });
    setMissing(null);
    if (!(await run(report, () => fileReport(report, draft.keyFor(report))))) return;
    draft.done(text);
    setIsSent(true);
    onDone?.();
    void reloadByPrefix(ownAddress);
  }

  return {
    draft,
    sending: busy,
    isSent,
    submit,
    fault: missingFault ?? (fault === null ? null : { field, message: fault }),
    restart: () => setIsSent(false),
  };
}
