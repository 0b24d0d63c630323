import type { Draft } from '../../shared/browser/draft.js';
import { Alert } from '../alert.js';
import { Button } from '../button.js';
import styles from './editor.module.css';
import { texts } from './texts.js';

export function DraftAlert({ draft }: { draft: Draft }) {
  if (draft.sentElsewhere !== null)
    return (
      <Alert>
        {texts.sentElsewhere}
        <Button kind="quiet" onClick={draft.takeBack}>
          {texts.takeBack}
        </Button>
      </Alert>
    );
  if (draft.other === null) return null;
  return (
    <Alert>
      <div className={`grid gap-8 one-column ${styles['conflict']}`}>
        {texts.otherDraft}
        <blockquote
          tabIndex={0}
          dir="auto"
          aria-label={texts.otherText}
          className={`break-anywhere color-muted padding-8-12 ${styles['otherDraft']}`}
        >
          {draft.other.trim()}
        </blockquote>
      </div>
      <div className="row gap-8-12">
        <Button onClick={draft.keepThis}>{texts.keepThis}</Button>
        <Button kind="quiet" onClick={draft.useOther}>
          {texts.useOther}
        </Button>
      </div>
    </Alert>
  );
}
