import { showError, showToast } from '../../shared/toast.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/field.js';
import { texts } from './texts.js';

export function CopyText({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast(texts.copied),
      () => showError(texts.notCopied),
    );
  return (
    <Button kind="primary" onClick={() => void copy()}>
      {texts.copy}
    </Button>
  );
}

/** A text that can no longer be sent from where it was written: to read and to copy. */
export function LostText({ text }: { text: string }) {
  return (
    <div className="stack">
      <TextArea label={texts.lostText} value={text} rows={6} readOnly />
      <div className="row">
        <CopyText text={text} />
      </div>
    </div>
  );
}
