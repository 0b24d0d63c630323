import { linkToNewThread } from '../../shared/paths.js';
import { disallowsDirectThreads, type Place } from '../../shared/state/sections.js';
import { useActor } from '../../shared/state/session.js';
import { ButtonLink } from '../../ui/button.js';
import { placesToPost } from './places/places-to-post.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

/** For everyone who is logged in and may start a thread here; others see the reason why they can't. */
export function NewThreadLink({ place }: { place: Place }) {
  const actor = useActor();
  if (actor.userId === null) return null;
  const mayWrite = placesToPost(place, actor).length > 0;
  const reason = disallowsDirectThreads(place) ? texts.notDirect : mayWrite ? null : texts.mayNotPost;
  // Where only the subcategories take threads, the form lets one choose.
  const link = mayWrite && (
    <ButtonLink kind="primary" to={linkToNewThread(place)}>
      {texts.newThread}
    </ButtonLink>
  );
  if (reason === null) return link;
  return (
    <div className={`grid gap-6 ${styles['refused']}`}>
      {link}
      <p>{reason}</p>
    </div>
  );
}
