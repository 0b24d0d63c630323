import { useEffect } from 'react';
import { createLazyComponent } from '../../shared/lazy.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { useWide } from '../../shared/hooks/use-wide.js';
import { linkTo, linkToPlace, linkToNewThread } from '../../shared/paths.js';
import { useSession, useActor } from '../../shared/state/session.js';
import { getPlaceRow, type Place, disallowsDirectThreads } from '../../shared/state/sections.js';
import { Breadcrumb } from '../../ui/breadcrumb.js';
import { Skeleton } from '../../ui/skeleton.js';
import { useShowsDeleted } from './moderation/list-tools.js';
import { usePlaceUnread } from '../../shared/reading/place-marks.js';
import { followPlaces } from './places/follow-places.js';
import { usePlaceMarks } from '../../shared/reading/use-thread-marks.js';
import { UserCards } from '../../ui/user-card/user-cards.js';
import styles from './forum.module.css';
import { Subcategories } from './list/subcategories.js';
import { ThreadRowSkeleton } from './list/thread-row.js';
import { isFresh, useThreadList } from './store.js';
import { ThreadList } from './thread-list.js';
import { SectionRules } from './list/section-rules.js';
import { usePlace } from './use-place.js';
import { WatchButton } from '../../ui/notifications/watch-button.js';
import { ButtonLink } from '../../ui/button.js';
import { canMembersPost, listPlacesToPost } from './places/places-to-post.js';
import { texts } from './texts.js';

const DeletedThreads = createLazyComponent(() => import('./lazy-parts.js'), 'DeletedThreads');

export function PlacePage() {
  const { place, instead } = usePlace(linkToPlace);
  if (instead) return instead;
  return place ? <PlaceView key={getPlaceRow(place).id} place={place} /> : <PlaceSkeleton />;
}

function PlaceView({ place }: { place: Place }) {
  const { display_name, description } = getPlaceRow(place);
  const subcategories = place.subsection ? [] : place.section.subcategories;
  const member = useSession((state) => Boolean(state.user));
  const freshCount = useThreadList((state) => Object.values(state.byId).filter((row) => isFresh(state, row)).length);
  const showsDeleted = useShowsDeleted(place);
  const { count } = usePlaceUnread(place);
  const isWide = useWide();
  usePageTitle(display_name, member ? count : freshCount);
  usePlaceMarks();
  const within = subcategories.length > 0 ? place.section.id : undefined;
  useEffect(() => (within === undefined ? undefined : followPlaces({ within })), [within]);
  return (
    <div className="stack one-column">
      <Breadcrumb place={place} includeCurrent={false} />
      <div className={styles['headRow']}>
        <div>
          <h1 dir="auto">{display_name}</h1>
          <p className={`color-muted margin-top-4 ${styles['lead']}`} dir="auto">
            {description}
          </p>
        </div>
        <div className={`row ${styles['headActions']}`}>
          {member && <WatchButton kind={place.subsection ? 'subsection' : 'section'} id={getPlaceRow(place).id} />}
          <NewThreadLink place={place} />
        </div>
      </div>
      <div className={styles['rulesAndThreads']}>
        <SectionRules section={place.section} open={isWide} />
        <div className="stack one-column">
          {subcategories.length > 0 && <Subcategories place={place} />}
          {showsDeleted ? <DeletedThreads place={place} /> : <ThreadList place={place} />}
        </div>
      </div>
      <UserCards />
    </div>
  );
}

function PlaceSkeleton() {
  return (
    <div className="stack one-column">
      <Skeleton width="120px" height={24} />
      <div className={styles['headRow']}>
        <Skeleton width="240px" height={72} />
      </div>
      {[0, 1, 2, 3].map((line) => (
        <ThreadRowSkeleton key={line} />
      ))}
    </div>
  );
}

function NewThreadLink({ place }: { place: Place }) {
  const actor = useActor();
  const guest = useSession((state) => state.user === null);
  if (guest && canMembersPost(place))
    return (
      <ButtonLink to={linkTo('auth')} state={{ from: linkToNewThread(place) }}>
        {texts.loginToWrite}
      </ButtonLink>
    );
  if (actor.userId === null) return null;
  const mayWrite = listPlacesToPost(place, actor).length > 0;
  const reason = disallowsDirectThreads(place) ? texts.notDirect : mayWrite ? null : texts.mayNotPost;
  // If only the subsections accept threads, the form offers them.
  const link = mayWrite && (
    <ButtonLink kind="primary" to={linkToNewThread(place)}>
      {texts.newThread}
    </ButtonLink>
  );
  if (reason === null) return link;
  return (
    <div className={`grid gap-6 ${styles['noPermission']}`}>
      {link}
      <p>{reason}</p>
    </div>
  );
}
