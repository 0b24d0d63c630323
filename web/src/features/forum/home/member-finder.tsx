import { useState } from 'react';
import { Link } from '../../../shared/router.js';
import type { MemberStat } from '../../../shared/state/members.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkTo } from '../../../shared/paths.js';
import { useDebounced } from '../../../shared/hooks/use-debounced.js';
import { texts as shared } from '../../../shared/texts.js';
import { ButtonLink } from '../../../ui/button.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { HeldRows } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { SearchField } from '../../../ui/search-field.js';
import styles from './home.module.css';
import { matches, topAuthors } from './store.js';
import { texts } from './texts.js';

const call = '/forums/member-stats';
const maxNameLength = 40;

export function MemberFinder() {
  const [typedText, setTypedText] = useState('');
  const search = useDebounced(typedText.trim());
  const isSearch = search !== '';
  const top = usePagedList(topAuthors, call);
  const matchingMembers = usePagedList(matches, isSearch ? `${call}?search=${encodeURIComponent(search)}` : null);
  const { rows, status } = isSearch ? matchingMembers : top;
  const [list, listRef] = useHeldRows(rows, getId, { scope: search, loading: status === 'loading' });
  return (
    <section>
      <h2 className="margin-bottom-12">{texts.findMember}</h2>
      <SearchField
        label={texts.search}
        labelHidden
        value={typedText}
        placeholder={texts.search}
        maxLength={maxNameLength}
        onChange={setTypedText}
      />
      <p className="visually-hidden" role="status">
        {isSearch && status === 'ready' && rows.length > 0 && texts.found(rows.length)}
      </p>
      <ul
        ref={listRef}
        role="list"
        className={`card bg-raised margin-top-8 ${styles['members']}`}
        aria-busy={status === 'loading'}
        data-rows
      >
        {status === 'loading' && rows.length === 0 && (
          <li>
            <Skeleton width="100%" height={262} />
          </li>
        )}
        <HeldRows list={list}>{(row) => <Member row={row} />}</HeldRows>
        {status !== 'loading' && list.rows.length === 0 && (
          <li className="color-muted padding-y-12">{texts.noMembers}</li>
        )}
      </ul>
      <div className={styles['allMembersLink']}>
        <ButtonLink kind="quiet" to={linkTo('members')}>
          {texts.allMembers}
        </ButtonLink>
      </div>
    </section>
  );
}

const getId = ({ id }: MemberStat): number => id;

function Member({ row: { username, avatar_url, role, posts } }: { row: MemberStat }) {
  return (
    <li className={`line divided gap-12 relative ${styles['member']}`}>
      <Avatar name={username} url={avatar_url} />
      <span className="grow semibold ellipsis">
        <Link to={linkTo('profile', { username })} className={styles['wholeLink']}>
          {username}
        </Link>
      </span>
      <RoleBadge role={role} />
      <span className={`faint nowrap numbers`}>{shared.places.posts(posts)}</span>
    </li>
  );
}
