import { can } from '@guildhall/domain/permissions.js';
import { lazy, Suspense, useRef, useState } from 'react';
import { dateOnly, relativeTime } from '../../shared/dates.js';
import { useActor } from '../../shared/session.js';
import { Button } from '../../shared/ui/button.js';
import { Avatar, RoleBadge } from '../../shared/ui/member.js';
import { Notice } from '../../shared/ui/notice.js';
import styles from './profile.module.css';
import { follow, useProfile } from './store.js';
import { texts } from './texts.js';

const PeopleDialog = lazy(() => import('./people-dialog.js').then((file) => ({ default: file.PeopleDialog })));

/** Who it is, since when, who follows. */
export function ProfileHead() {
  const profile = useProfile((state) => state.profile);
  const actor = useActor();
  const [fault, setFault] = useState<string | null>(null);
  if (!profile) return null;
  const { user } = profile;
  const created = new Date(user.created_at);
  return (
    <>
      <header className={styles['head']}>
        <span className={styles['picture']}>
          <Avatar name={user.username} url={user.avatar_url} large />
        </span>
        <div className={styles['who']}>
          <h1>
            {user.username} <RoleBadge role={user.role} />
          </h1>
          <p className={styles['facts']}>
            {texts.since}{' '}
            <time dateTime={user.created_at} title={relativeTime(created, new Date())}>
              {dateOnly(created)}
            </time>{' '}
            · <span className="numbers">{texts.posts(user.post_count)}</span>
          </p>
          <Counts />
        </div>
        {actor.userId !== user.id && <FollowButton mayFollow={can(actor, 'follow')} said={setFault} />}
      </header>
      {fault !== null && <Notice kind="error">{fault}</Notice>}
    </>
  );
}

function FollowButton({ mayFollow, said }: { mayFollow: boolean; said: (fault: string | null) => void }) {
  const username = useProfile((state) => state.username ?? '');
  const follows = useProfile((state) => state.profile?.isFollowing ?? false);
  const [busy, setBusy] = useState(false);
  async function toggle() {
    if (busy) return;
    if (!mayFollow) return said(texts.loginRequired);
    setBusy(true);
    said(await follow(username, !follows, crypto.randomUUID()));
    setBusy(false);
  }
  return (
    <Button kind={follows ? 'secondary' : 'primary'} aria-disabled={busy} onClick={() => void toggle()}>
      {follows ? texts.unfollow : texts.follow}
    </Button>
  );
}

/** How many follow and are followed; each opens the list of them. */
function Counts() {
  const followers = useProfile((state) => state.profile?.followers ?? 0);
  const following = useProfile((state) => state.profile?.following ?? 0);
  const username = useProfile((state) => state.profile?.user.username ?? '');
  const [open, setOpen] = useState<'followers' | 'following' | null>(null);
  const opener = useRef<HTMLButtonElement | null>(null);
  const counted = { followers: texts.followers(followers), following: texts.following(following) };
  return (
    <p className={styles['counts']} role="status">
      {(['followers', 'following'] as const).map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          aria-haspopup="dialog"
          onClick={(event) => {
            opener.current = event.currentTarget;
            setOpen(kind);
          }}
        >
          <span className="numbers">{counted[kind]}</span>
        </Button>
      ))}
      {open && (
        <Suspense fallback={null}>
          <PeopleDialog kind={open} username={username} close={() => setOpen(null)} back={opener} />
        </Suspense>
      )}
    </p>
  );
}
