import type { ProfileUser } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { can } from '@guildhall/domain/permissions.js';
import { useRef, useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { createLazyComponent } from '../../../shared/lazy.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useActor, useSession } from '../../../shared/state/session.js';
import { Button, ButtonLink, getButtonClass } from '../../../ui/button.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import { Alert } from '../../../ui/alert.js';
import { IgnoreButton, MuteButton } from '../../../ui/notifications/member-list-buttons.js';
import { follow } from './state/actions.js';
import styles from './profile.module.css';
import { useProfile } from './state/store.js';
import { profileTexts as texts } from '../texts.js';

const AvatarDialog = createLazyComponent(() => import('./lazy-parts.js'), 'AvatarDialog');

export function ProfileHead() {
  const profile = useProfile((state) => state.profile);
  const me = useSession((state) => state.user);
  const [fault, setFault] = useState<string | null>(null);
  if (!profile) return null;
  const { user } = profile;
  const isOwn = me?.id === user.id;
  return (
    <>
      <header className={`grid align-start ${styles['head']}`}>
        <span className={`relative ${styles['picture']}`}>
          <Avatar name={user.username} url={isOwn ? me.avatar_url : user.avatar_url} large />
          {profile.seen?.online && <i role="img" aria-label={texts.online} className={`round ${styles['online']}`} />}
        </span>
        <div className={styles['identity']}>
          <h1>
            {user.username} <RoleBadge role={user.role} />
          </h1>
          {profile.about.title !== null && (
            <p className="break-anywhere color-muted" dir="auto">
              {profile.about.title}
            </p>
          )}
          <Counts />
        </div>
        <div className={`flow gap-4 justify-end ${styles['actions']}`}>
          {isOwn ? <OwnActions /> : <ProfileActions user={user} showFault={setFault} />}
        </div>
      </header>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

function OwnActions() {
  const me = useSession((state) => state.user);
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement | null>(null);
  return (
    <>
      <ButtonLink to={linkTo('settings', { part: 'profile' })}>{texts.edit}</ButtonLink>
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        onClick={(event) => {
          opener.current = event.currentTarget;
          setOpen(true);
        }}
      >
        {texts.changePicture}
      </Button>
      {open && me && <AvatarDialog user={me} close={() => setOpen(false)} back={opener} />}
    </>
  );
}

function ProfileActions({ user, showFault }: { user: ProfileUser; showFault: (fault: string | null) => void }) {
  const { id, username } = user;
  const actor = useActor();
  return (
    <>
      <FollowButton mayFollow={can(actor, 'follow')} showFault={showFault} />
      <Link
        to={`${linkTo('reportPlayer')}?player=${encodeURIComponent(username)}`}
        className={getButtonClass('quiet')}
        aria-label={texts.reportNamed(username)}
      >
        {texts.report}
      </Link>
      {actor.userId !== null && (
        <>
          <IgnoreButton person={user} />
          <MuteButton person={user} />
        </>
      )}
      {can(actor, 'view-users') && (
        <ButtonLink kind="quiet" to={linkTo('adminUser', { id: String(id) })}>
          {texts.manage}
        </ButtonLink>
      )}
    </>
  );
}

function Counts() {
  const followers = useProfile((state) => state.profile?.followers ?? 0);
  const following = useProfile((state) => state.profile?.following ?? 0);
  return (
    <p className={`flow gap-4 ${styles['counts']} numbers`} role="status">
      <Link to="?show=followers" className={getButtonClass('quiet')}>
        {texts.followers(followers)}
      </Link>
      <Link to="?show=following" className={getButtonClass('quiet')}>
        {texts.following(following)}
      </Link>
    </p>
  );
}

interface FollowButtonProps {
  mayFollow: boolean;
  showFault: (fault: string | null) => void;
}

function FollowButton({ mayFollow, showFault }: FollowButtonProps) {
  const username = useProfile((state) => state.username ?? '');
  const isFollowing = useProfile((state) => state.profile?.isFollowing ?? false);
  const { busy, run } = useMutation(texts.followFailed, { onFailed: showFault });
  async function toggle() {
    if (!mayFollow) return showFault(texts.loginRequired);
    if (await run([username, !isFollowing], (key) => follow(username, !isFollowing, key))) showFault(null);
  }
  return (
    <Button kind={isFollowing ? 'secondary' : 'primary'} aria-disabled={busy} onClick={() => void toggle()}>
      {isFollowing ? texts.unfollow : texts.follow}
    </Button>
  );
}
