import { limits } from '@guildhall/domain/limits.js';
import { can } from '@guildhall/domain/permissions.js';
import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useActKey } from '../../shared/act-key.js';
import { wordsOf } from '../../shared/api.js';
import { clock } from '../../shared/dates.js';
import { useDraft, type Draft } from '../../shared/draft.js';
import { linkToPlace } from '../../shared/paths.js';
import { nearest, refusesDirect, type Place } from '../../shared/sections.js';
import { useActor } from '../../shared/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, ButtonLink } from '../../shared/ui/button.js';
import { TextArea, TextField } from '../../shared/ui/field.js';
import { Notice } from '../../shared/ui/notice.js';
import { createThread } from './api.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

const redirectDelay = 900;

type Progress = { step: 'writing' | 'sending' | 'done' } | { step: 'failed'; words: string };

export function NewThreadForm({ place }: { place: Place }) {
  const actor = useActor();
  const navigate = useNavigate();
  const draftKey = `${actor.userId ?? 'guest'}.new.${linkToPlace(place)}`;
  const title = useDraft(`${draftKey}.title`);
  const content = useDraft(`${draftKey}.content`);
  const [flags, setFlags] = useState({ locked: false, sticky: false });
  const [progress, setProgress] = useState<Progress>({
    step: refusesDirect(place) ? 'failed' : 'writing',
    words: texts.notDirect,
  });
  const form = useRef<HTMLFormElement>(null);
  const keyFor = useActKey();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (progress.step === 'sending' || progress.step === 'done') return;
    const written = { title: title.text.trim(), content: content.text.trim(), ...flags };
    if (actor.userId === null) return setProgress({ step: 'failed', words: texts.mustBeLoggedIn });
    if (!written.title || !written.content) return setProgress({ step: 'failed', words: texts.titleAndContent });
    setProgress({ step: 'sending' });
    const ids = { sectionId: place.section.id, subsectionId: place.subsection?.id ?? null };
    const thread = { ...ids, userId: actor.userId, ...written };
    try {
      await createThread(thread, keyFor(thread));
    } catch (error) {
      return setProgress({ step: 'failed', words: failureWords(error) });
    }
    title.clear();
    content.clear();
    setProgress({ step: 'done' });
    setTimeout(() => void navigate(linkToPlace(place)), redirectDelay);
  }

  function write(field: Draft, text: string) {
    field.setText(text);
    if (progress.step === 'failed') setProgress({ step: 'writing' });
  }

  const target = { flags: nearest(place).can };
  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
      }}
    >
      <TextField
        label={texts.title}
        value={title.text}
        maxLength={limits.title.max}
        onChange={(event) => write(title, event.target.value)}
        required
      />
      <TextArea
        label={texts.content}
        value={content.text}
        maxLength={limits.content.max}
        placeholder={texts.contentHint}
        onChange={(event) => write(content, event.target.value)}
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
        <Button kind="primary" type="submit" aria-disabled={progress.step === 'sending' || progress.step === 'done'}>
          {progress.step === 'sending' ? texts.creating : texts.create}
        </Button>
      </div>
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

/** An answer containing 'not allowed' means that the section takes no threads of its own; so the specification. */
function failureWords(error: unknown): string {
  const words = wordsOf(error, texts.createFailed);
  return words.includes('not allowed') ? texts.notAllowed : words;
}
