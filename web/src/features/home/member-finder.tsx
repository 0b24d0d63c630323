import { useId, useState } from 'react';
import { Icon } from '../../shared/ui/icon.js';
import { Avatar, RoleBadge } from '../../shared/ui/member.js';
import { Bar } from '../../shared/ui/notice.js';
import styles from './home.module.css';
import { searchMembers } from './member-search.js';
import { useHome } from './store.js';
import { texts } from './texts.js';

const shownUnasked = 5;

/** Finds a member by a part of his name; unasked it shows who writes most. */
export function MemberFinder() {
  const members = useHome((state) => state.members);
  const [typed, setTyped] = useState('');
  const id = useId();
  const asked = typed.trim() !== '';
  const names = asked
    ? searchMembers(members?.usernames ?? [], typed)
    : (members?.stats.slice(0, shownUnasked).map(({ username }) => username) ?? []);
  return (
    <section>
      <h2 className={styles['head']}>
        <label htmlFor={id}>{texts.findMember}</label>
      </h2>
      <div className={styles['search']}>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          value={typed}
          placeholder={members ? texts.searchAll(members.usernames.length) : texts.search}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {asked && names.length > 0 && texts.found(names.length)}
      </p>
      <ul role="list" className={styles['members']}>
        {!members && [0, 1, 2, 3, 4].map((line) => <Skeleton key={line} />)}
        {names.map((name) => (
          <Member key={name} name={name} />
        ))}
        {members && names.length === 0 && <li className={styles['none']}>{texts.noMembers}</li>}
      </ul>
    </section>
  );
}

function Member({ name }: { name: string }) {
  const stat = useHome((state) => state.members?.stats.find(({ username }) => username === name));
  return (
    <li className={styles['member']}>
      <Avatar name={name} url={stat?.avatar_url ?? null} />
      <span className={styles['memberName']}>{name}</span>
      <RoleBadge role={stat?.role ?? null} />
      {stat && <span className={`${styles['faint']} numbers`}>{texts.postCount(stat.posts)}</span>}
    </li>
  );
}

function Skeleton() {
  return (
    <li className={styles['member']}>
      <Bar width="32px" height={32} />
      <Bar width="40%" />
    </li>
  );
}
