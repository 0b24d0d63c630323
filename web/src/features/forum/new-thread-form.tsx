import { limits } from '@guildhall/domain/limits.js';
import { can } from '@guildhall/domain/permissions.js';
import type { ReactNode } from 'react';
import { clock } from '../../shared/dates.js';
import { linkToPlace } from '../../shared/paths.js';
import { nearest, type Place } from '../../shared/sections.js';
import { useActor } from '../../shared/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, ButtonLink } from '../../shared/ui/button.js';
import { TextArea, TextField } from '../../shared/ui/field.js';
import { Notice } from '../../shared/ui/notice.js';
import styles from './forum.module.css';
import { texts } from './texts.js';
import { useNewThread } from './use-new-thread.js';

export function NewThreadForm({ place }: { place: Place }) {
  const actor = useActor();
  const { title, content, flags, setFlags, progress, busy, submit, writeOn } = useNewThread(place, actor.userId);
  const target = { flags: nearest(place).can };
  return (
    <Frame submit={() => void submit()} changed={writeOn}>
      <TextField
        label={texts.title}
        value={title.text}
        maxLength={limits.title.max}
        onChange={(event) => title.setText(event.target.value)}
        required
      />
      <TextArea
        label={texts.content}
        value={content.text}
        maxLength={limits.content.max}
        placeholder={texts.contentHint}
        onChange={(event) => content.setText(event.target.value)}
        required
      />
      {can(actor, 'stick-thread', target) && (
        <Flag name={texts.pin} on={flags.sticky} set={(sticky) => setFlags({ ...flags, sticky })} />
      )}
      {can(actor, 'lock-thread', target) && (
        <Flag name={texts.lock} on={flags.locked} set={(locked) => setFlags({ ...flags, locked })} />
      )}
      {progress.step === 'failed' && <Notice kind="error">{progress.words}</Notice>}
      {progress.step === 'done' && <Notice kind="success">{texts.created}</Notice>}
      <div className={styles['formEnd']}>
        <span className={styles['faint']}>{content.savedAt && shared.draftSaved(clock(content.savedAt))}</span>
        <span className={`${styles['faint']} ${styles['keys']}`}>{shared.sendKeys}</span>
        <ButtonLink kind="quiet" to={linkToPlace(place)}>
          {texts.cancel}
        </ButtonLink>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {progress.step === 'sending' ? texts.creating : texts.create}
        </Button>
      </div>
    </Frame>
  );
}

function Frame({ submit, changed, children }: { submit: () => void; changed: () => void; children: ReactNode }) {
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onChange={changed}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      {children}
    </form>
  );
}

function Flag({ name, on, set }: { name: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label className={styles['flag']}>
      <input type="checkbox" checked={on} onChange={(event) => set(event.target.checked)} />
      {name}
    </label>
  );
}
