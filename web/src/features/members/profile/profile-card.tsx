import type { ProfileLink } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { formatDate, formatRelativeTime } from '../../../shared/dates.js';
import { GameAccounts } from '../../../ui/game-accounts/game-account.js';
import { texts as gameTexts } from '../../../ui/game-accounts/texts.js';
import { TimeAgo } from '../../../ui/time/time-ago.js';
import styles from './profile.module.css';
import { useProfile } from './state/store.js';
import { profileTexts as texts } from '../texts.js';

export function ProfileCard() {
  const profile = useProfile((state) => state.profile);
  if (!profile) return null;
  const { user, about, seen, game_accounts } = profile;
  const createdAt = new Date(user.created_at);
  return (
    <aside className="card stack gap-16 break-anywhere padding-16" aria-label={texts.about(user.username)}>
      {about.bio !== null && (
        <p className="multiline" dir="auto">
          {about.bio}
        </p>
      )}
      {about.links.length > 0 && <OwnLinks links={about.links} />}
      {game_accounts.length > 0 && (
        <div>
          <h2 className="label">{gameTexts.title}</h2>
          <GameAccounts accounts={game_accounts} />
        </div>
      )}
      <dl className={`grid gap-4-8 text-14 ${styles['factList']}`}>
        <dt>{texts.since}</dt>
        <dd>
          <time dateTime={user.created_at} title={formatRelativeTime(createdAt, new Date())}>
            {formatDate(createdAt)}
          </time>
        </dd>
        {seen && (seen.online || seen.last_seen !== null) && (
          <>
            <dt>{texts.lastSeen}</dt>
            <dd>{seen.online ? texts.onlineNow : <TimeAgo at={seen.last_seen ?? ''} />}</dd>
          </>
        )}
        <dt>{texts.written}</dt>
        <dd className="numbers">{user.post_count.toLocaleString('nl-NL')}</dd>
      </dl>
    </aside>
  );
}

/** `nofollow` gives the targets no search ranking, and `noreferrer` hides the referring page from them. */
function OwnLinks({ links }: { links: readonly ProfileLink[] }) {
  return (
    <ul role="list" className={`grid gap-4 ${styles['ownLinks']}`}>
      {links.map(({ label, url }, n) => (
        <li key={n}>
          <a href={url} dir="auto" rel="nofollow ugc noopener noreferrer">
            {label}
          </a>{' '}
          <span className="hint">{new URL(url).hostname}</span>
        </li>
      ))}
    </ul>
  );
}
