import { formatClock } from '../../shared/dates.js';
import type { Draft } from '../../shared/browser/draft.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../button.js';
import styles from './editor.module.css';
import { texts } from './texts.js';

export function DraftNote({ draft }: { draft: Draft }) {
  const { savedAt, restored } = draft;
  return (
    <span className={`row faint ${styles['draft']}`}>
      {savedAt ? shared.draftSaved(formatClock(savedAt)) : restored && texts.restored}
      {restored && (
        <Button kind="quiet" onClick={draft.clear}>
          {texts.dropDraft}
        </Button>
      )}
    </span>
  );
}
