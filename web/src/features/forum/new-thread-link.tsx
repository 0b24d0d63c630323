import { useId } from 'react';
import { linkToNewThread } from '../../shared/paths.js';
import { disallowsDirectThreads, type Place } from '../../shared/state/sections.js';
import { useActor } from '../../shared/state/session.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { placesToPost } from '../places/places-to-post.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

/** For everyone who is logged in; where they may not write here, the reason is shown next to it. */
export function NewThreadLink({ place }: { place: Place }) {
  const actor = useActor();
  const id = useId();
  if (actor.userId === null) return null;
  const direct = !disallowsDirectThreads(place);
  const mayWrite = placesToPost(place, actor).length > 0;
  const reason = direct ? (mayWrite ? null : texts.mayNotPost) : texts.notDirect;
  // Where only the subcategories take threads, the form lets one choose.
  const button = mayWrite ? (
    <ButtonLink kind="primary" to={linkToNewThread(place)}>
      {texts.newThread}
    </ButtonLink>
  ) : (
    <Button kind="primary" aria-disabled="true" aria-describedby={id}>
      {texts.newThread}
    </Button>
  );
  if (reason === null) return button;
  return (
    <div className={styles['refused']}>
      {button}
      <p id={id}>{reason}</p>
    </div>
  );
}
