import { clock } from '../../shared/dates.js';
import type { Draft } from '../../shared/browser/draft.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../ui/button.js';
import styles from './editor.module.css';
import { texts } from './texts.js';

/** Whether the text is saved; for a restored draft, a link to the current text. */
export function DraftNote({ drafts }: { drafts: Draft[] }) {
  const saved = drafts.flatMap(({ savedAt }) => savedAt ?? []).sort((one, other) => Number(other) - Number(one))[0];
  const restored = drafts.some((draft) => draft.restored);
  return (
    <span className={styles['draft']}>
      {saved ? shared.draftSaved(clock(saved)) : restored && texts.restored}
      {restored && (
        <Button kind="quiet" onClick={() => drafts.forEach((draft) => draft.clear())}>
          {texts.dropDraft}
        </Button>
      )}
    </span>
  );
}
