import { useEffect, useState } from 'react';
import { copyText } from '../../shared/clipboard.js';
import { read } from '../../shared/browser/draft-slots.js';
import { listStoredKeys } from '../../shared/browser/storage.js';
import { useSession } from '../../shared/state/session.js';
import { showError, showToast } from '../../shared/toast.js';
import { Button } from '../button.js';
import { TextArea } from '../field.js';
import { texts } from './texts.js';

export function CopyText({ text, label = texts.copy }: { text: string; label?: string }) {
  const copy = () =>
    copyText(text).then(
      () => showToast(texts.copied),
      () => showError(texts.notCopied),
    );
  return (
    <Button kind="primary" onClick={() => void copy()}>
      {label}
    </Button>
  );
}

export function LostText({ text, discard }: { text: string; discard?: () => void }) {
  return (
    <div className="stack">
      <TextArea label={texts.lostText} value={text} rows={6} readOnly />
      <div className="row">
        <CopyText text={text} />
        {discard && (
          <Button kind="quiet" onClick={discard}>
            {texts.discard}
          </Button>
        )}
      </div>
    </div>
  );
}

export function LostDrafts({ names }: { names: readonly string[] }) {
  const writer = useSession((state) => state.user?.id ?? 'guest');
  const [lostTexts, setLost] = useState<string[]>([]);
  const keys = names.map((name) => `draft.${writer}.${name}`).join(' ');
  // The forms that disappear save their drafts first.
  useEffect(() => queueMicrotask(() => setLost([...new Set(keys.split(' ').flatMap(readTexts))])), [keys]);
  return lostTexts.map((text) => <LostText key={text} text={text} />);
}

/** Tabs with different text each store their own draft. */
const readTexts = (key: string): string[] =>
  [key, ...listStoredKeys(`${key}#`), ...listStoredKeys(`${key}.`)].flatMap((slot) => read(slot)?.text ?? []);
