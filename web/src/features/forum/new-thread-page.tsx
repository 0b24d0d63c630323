import { useEffect } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo, linkToNewThread } from '../../shared/paths.js';
import { Redirect } from '../../shared/router.js';
import { ensureSections, loadSections, getPlaceRow, useSections } from '../../shared/state/sections.js';
import { useActor, useSession } from '../../shared/state/session.js';
import { Breadcrumb } from '../../ui/breadcrumb.js';
import { LoadError } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import { listAllPlacesToPost, listPlacesToPost } from './places/places-to-post.js';
import { NewThreadForm } from './new-thread-form.js';
import { texts } from './texts.js';
import { usePlace } from './use-place.js';

export function NewThreadPage() {
  const { place, instead } = usePlace(linkToNewThread);
  const userId = useSession(({ user }) => (user === undefined ? undefined : (user?.id ?? null)));
  const actor = useActor();
  usePageTitle(texts.newTitle);
  if (instead) return instead;
  return (
    <div className="stack one-column page-column">
      <Breadcrumb place={place} includeCurrent />
      <h1>{texts.newTitle}</h1>
      {place && userId !== undefined ? (
        <NewThreadForm
          key={`${userId} ${getPlaceRow(place).id}`}
          place={place}
          places={listPlacesToPost(place, actor)}
        />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </div>
  );
}

export function StartThreadPage() {
  const user = useSession((state) => state.user);
  const actor = useActor();
  const { sections, failed } = useSections();
  usePageTitle(texts.newTitle);
  useEffect(ensureSections, []);
  if (user === null) return <Redirect to={linkTo('auth')} state={{ from: linkTo('newThread') }} />;
  if (!sections && failed) return <LoadError retry={() => void loadSections()} />;
  return (
    <div className="stack one-column page-column">
      <h1>{texts.newTitle}</h1>
      {user && sections ? (
        <NewThreadForm key={user.id} place={null} places={listAllPlacesToPost(sections, actor)} />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </div>
  );
}
