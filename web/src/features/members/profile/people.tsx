import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { createPeopleList } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { NextSteps } from '../../../ui/page/lazy-next-steps.js';
import { buildAddress } from './state/api.js';
import styles from './profile.module.css';
import { useProfile } from './state/store.js';
import { profileTexts as texts } from '../texts.js';
import { useReload } from './state/use-reload.js';

const people = createPeopleList<PersonRow>(50, 1_000);

interface PeopleProps {
  kind: 'followers' | 'following';
  username: string;
}

export function People({ kind, username }: PeopleProps) {
  const list = usePagedList(people, `${buildAddress(username)}/${kind}`);
  useReload(
    list.reload,
    useProfile((state) => state.profile?.[kind]),
  );
  const { name, none } = texts.people[kind];
  return (
    <section aria-label={name(username)} aria-busy={list.status === 'loading'}>
      <PagedRows
        {...{ list, getKey: people.getKey, scope: `${kind} ${username}`, rowHeight: 48 }}
        none={none(username)}
        suggestions={<NextSteps />}
        moreLabel={texts.morePeople}
        className={`grid gap-4 ${styles['people']}`}
      >
        {(row) => <Person row={row} />}
      </PagedRows>
    </section>
  );
}

function Person({ row: { username, avatar_url, role } }: { row: PersonRow }) {
  return (
    <li>
      <Link
        to={linkTo('profile', { username })}
        className={`line plain-link gap-12 semibold rounded hover-overlay ${styles['personLink']}`}
      >
        <Avatar name={username} url={avatar_url} />
        {username}
        <RoleBadge role={role} />
      </Link>
    </li>
  );
}
