import { foldName } from '@guildhall/domain/account/names.js';
import { useEffect, useState } from 'react';
import { Link, navigate, useParams, useSearchParams } from '../../../shared/router.js';
import { erasedName } from '../../../shared/state/members.js';
import { usePageTitle } from '../../../shared/hooks/use-page-title.js';
import { useWide } from '../../../shared/hooks/use-wide.js';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkTo } from '../../../shared/paths.js';
import { ButtonLink } from '../../../ui/button.js';
import { LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { openProfile } from './state/open-profile.js';
import { ProfileHead } from './profile-head.js';
import tabs from '../../../ui/tabs.module.css';
import styles from './profile.module.css';
import { ProfileCard } from './profile-card.js';
import { useProfile } from './state/store.js';
import { profileTexts as texts } from '../texts.js';
import { Wall } from './wall/wall.js';
import { LostDrafts } from '../../../ui/editor/copy-text.js';

const Activity = createLazyComponent(() => import('./lazy-parts.js'), 'Activity');
const People = createLazyComponent(() => import('./lazy-parts.js'), 'People');

export function ProfilePage() {
  const { username = '' } = useParams();
  return <OpenProfile key={username} username={username} />;
}

const views = ['wall', 'activity', 'followers', 'following'] as const;

function OpenProfile({ username }: { username: string }) {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => openProfile(username), [username, attempt]);
  const status = useProfile((state) => (state.username === username ? state.status : 'loading'));
  const user = useProfile((state) => state.profile?.user);
  const [params] = useSearchParams();
  const isWide = useWide();
  const name = user?.username ?? erasedName;
  useEffect(() => {
    // A renamed member's profile has a new URL.
    const isRenamed = name !== erasedName && foldName(name) !== foldName(username);
    if (status === 'ready' && isRenamed)
      navigate(linkTo('profile', { username: name }) + location.hash, { replace: true });
  }, [status, name, username]);
  usePageTitle(status === 'missing' ? texts.notFound : (user?.username ?? null));
  if (status === 'missing') return <ProfileNotFound />;
  if (status === 'failed') return <LoadError retry={() => setAttempt(attempt + 1)} />;
  if (status === 'loading' || !user) return <ProfileSkeleton />;
  const currentView = views.find((view) => view === params.get('show')) ?? 'wall';
  return (
    <div className={`grid gap-32 spread align-start ${styles['page']}`}>
      <div className="stack gap-16 one-column">
        <ProfileHead />
        {!isWide && <ProfileCard />}
        <nav className={tabs['tabs']} aria-label={texts.views}>
          {views.map((view) => (
            <Link
              key={view}
              className={tabs['tab']}
              to={view === 'wall' ? linkTo('profile', { username }) : `?show=${view}`}
              aria-current={view === currentView ? 'page' : undefined}
            >
              {texts.tabs[view]}
            </Link>
          ))}
        </nav>
        {currentView === 'wall' && <Wall username={username} owner={user} />}
        {currentView === 'activity' && <Activity username={user.username} />}
        {(currentView === 'followers' || currentView === 'following') && (
          <People kind={currentView} username={user.username} />
        )}
      </div>
      {isWide && <ProfileCard />}
    </div>
  );
}

function ProfileNotFound() {
  const user = useProfile((state) => state.profile?.user);
  const replyingTo = useProfile((state) => state.replyingTo);
  const goneBody = user?.username === erasedName ? texts.accountDeleted : texts.goneBody;
  return (
    <div className="gone">
      <h1>{texts.notFound}</h1>
      <p>{user ? goneBody : texts.notFoundBody}</p>
      {user && (
        <LostDrafts names={[`wall.${user.id}`, ...Object.keys(replyingTo).map((id) => `wallreply.${user.id}.${id}`)]} />
      )}
      <ButtonLink kind="primary" to={linkTo('members')}>
        {texts.toMembers}
      </ButtonLink>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <div className={`grid gap-32 spread align-start ${styles['page']}`}>
      <div className="stack gap-16 one-column">
        <div className={`grid align-start ${styles['head']}`}>
          <Skeleton width="88px" height={88} />
          <div className="grid gap-8">
            <Skeleton width="180px" height={30} />
            <Skeleton width="240px" />
            <Skeleton width="200px" />
          </div>
        </div>
        <Skeleton width="220px" height={40} />
        <Skeleton width="100%" height={168} />
      </div>
    </div>
  );
}
