import { linkTo } from '../../../shared/paths.js';
import { listPlacesIn, useSections } from '../../../shared/state/sections.js';
import { useActor, useSession } from '../../../shared/state/session.js';
import { ButtonLink } from '../../../ui/button.js';
import { texts } from '../texts.js';
import { canMembersPost, listAllPlacesToPost } from './places-to-post.js';

export function StartThreadLink() {
  const actor = useActor();
  const isKnown = useSession(({ user }) => user !== undefined);
  const sections = useSections((state) => state.sections);
  if (!isKnown || !sections) return null;
  if (actor.userId === null) {
    if (!sections.flatMap(listPlacesIn).some(canMembersPost)) return null;
    return (
      <ButtonLink to={linkTo('auth')} state={{ from: linkTo('newThread') }}>
        {texts.loginToWrite}
      </ButtonLink>
    );
  }
  if (listAllPlacesToPost(sections, actor).length === 0) return null;
  return (
    <ButtonLink kind="primary" to={linkTo('newThread')}>
      {texts.newThread}
    </ButtonLink>
  );
}
