import { can } from '@guildhall/domain/permissions.js';
import { useId } from 'react';
import { linkToNewThread } from '../../shared/paths.js';
import { nearest, refusesDirect, type Place } from '../../shared/sections.js';
import { useActor } from '../../shared/session.js';
import { Button, ButtonLink } from '../../shared/ui/button.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

/** For everybody who is logged in; where he may not write here, the reason stands beside it. */
export function NewThreadLink({ place }: { place: Place }) {
  const actor = useActor();
  const id = useId();
  if (actor.userId === null) return null;
  const reason = refusesDirect(place)
    ? texts.notDirect
    : can(actor, 'create-thread', { flags: nearest(place).can })
      ? null
      : texts.mayNotPost;
  if (reason === null) {
    return (
      <ButtonLink kind="primary" to={linkToNewThread(place)}>
        {texts.newThread}
      </ButtonLink>
    );
  }
  return (
    <div className={styles['refused']}>
      <Button kind="primary" aria-disabled="true" aria-describedby={id}>
        {texts.newThread}
      </Button>
      <p id={id}>{reason}</p>
    </div>
  );
}
