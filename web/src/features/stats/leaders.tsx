import { firstPage } from '@guildhall/domain/wire/list-sizes.js';
import type { MemberStat } from '../../shared/state/members.js';
import { createPeopleList } from '../../queries/pages.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import { Avatar, MemberName, RoleBadge } from '../../ui/member.js';
import { LoadError } from '../../ui/alert.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Skeleton } from '../../ui/skeleton.js';
import styles from './stats.module.css';
import { texts } from './texts.js';

const leaders = createPeopleList<MemberStat>(firstPage.leaders, firstPage.leaders);

export function Leaders() {
  const { rows, status, reload } = usePagedList(leaders, '/forums/member-stats');
  const writers = rows.filter(({ posts }) => posts > 0);
  return (
    <section className={styles['leaders']} aria-labelledby="leaders" aria-busy={status === 'loading'}>
      <div className="row gap-4-16 spread margin-bottom-8">
        <h2 id="leaders">{texts.leaders}</h2>
        <ButtonLink kind="quiet" to={linkTo('members')}>
          {texts.allMembers}
        </ButtonLink>
      </div>
      {status === 'failed' && <LoadError retry={() => void reload()} />}
      {status === 'ready' && writers.length === 0 && <EmptyState>{texts.leadersNone}</EmptyState>}
      <ol role="list">
        {status === 'loading' && rows.length === 0 && skeletons}
        {writers.map((row, index) => (
          <Leader key={row.id} row={row} rank={index + 1} />
        ))}
      </ol>
    </section>
  );
}

function Leader({ row: { username, avatar_url, role, posts }, rank }: { row: MemberStat; rank: number }) {
  return (
    <li className={`line divided gap-12 ${styles['leader']}`}>
      <span className={`color-faint text-right ${styles['rank']} numbers`}>
        <span className="visually-hidden">{texts.rank(rank)}</span>
        <span aria-hidden="true">{rank}</span>
      </span>
      <Avatar name={username} url={avatar_url} />
      <MemberName name={username} isTarget />
      <RoleBadge role={role} />
      <span className={`muted push-end numbers`}>{texts.postCount(posts)}</span>
    </li>
  );
}

const skeletons = [0, 1, 2, 3, 4].map((line) => (
  <li key={line} className={`line divided gap-12 ${styles['leader']}`}>
    <Skeleton width="32px" height={32} />
    <Skeleton width="160px" />
  </li>
));
