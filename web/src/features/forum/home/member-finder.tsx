import { useState } from 'react';
import { Link } from '../../../shared/router.js';
import type { MemberStat } from '../../../shared/state/members.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkTo } from '../../../shared/paths.js';
import { useDebounced } from '../../../shared/hooks/use-debounced.js';
import { ButtonLink } from '../../../ui/button.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { SearchField } from '../../../ui/search-field.js';
import styles from './home.module.css';
import { matches, authors } from './store.js';
import { texts } from './texts.js';

const call = '/forums/member-stats';
const maxNameLength = 40;

/** By default, lists the members with the most posts. */
export function MemberFinder() {
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim());
  const asked = wanted !== '';
  const unasked = usePagedList(authors, call);
  const found = usePagedList(matches, asked ? `${call}?search=${encodeURIComponent(wanted)}` : null);
  const { rows, status } = asked ? found : unasked;
  return (
    <section>
      <h2 className="margin-bottom-12">{texts.findMember}</h2>
      <SearchField
        label={texts.search}
        labelHidden
        value={typed}
        placeholder={texts.search}
        maxLength={maxNameLength}
        onChange={setTyped}
      />
      <p className="visually-hidden" role="status">
        {asked && status === 'ready' && rows.length > 0 && texts.found(rows.length)}
      </p>
      <ul role="list" className={`card bg-raised margin-top-8 ${styles['members']}`} aria-busy={status === 'loading'}>
        {status === 'loading' && rows.length === 0 && [0, 1, 2, 3, 4].map((line) => <FinderSkeleton key={line} />)}
        {rows.map((row) => (
          <Member key={row.id} row={row} />
        ))}
        {status !== 'loading' && rows.length === 0 && (
          <li className={`color-muted ${styles['none']}`}>{texts.noMembers}</li>
        )}
      </ul>
      <div className={styles['allMembers']}>
        <ButtonLink kind="quiet" to={linkTo('members')}>
          {texts.allMembers}
        </ButtonLink>
      </div>
    </section>
  );
}

function Member({ row: { username, avatar_url, role, posts } }: { row: MemberStat }) {
  return (
    <li className={`line divided gap-12 relative ${styles['member']}`}>
      <Avatar name={username} url={avatar_url} />
      <span className={`grow semibold ${styles['memberName']}`}>
        <Link to={linkTo('profile', { username })} className={styles['whole']}>
          {username}
        </Link>
      </span>
      <RoleBadge role={role} />
      <span className={`faint nowrap numbers`}>{texts.postCount(posts)}</span>
    </li>
  );
}

function FinderSkeleton() {
  return (
    <li className={`line divided gap-12 relative ${styles['member']}`}>
      <Skeleton width="32px" height={32} />
      <Skeleton width="40%" />
    </li>
  );
}
