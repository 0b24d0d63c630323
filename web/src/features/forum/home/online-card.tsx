import type { OnlineMembers } from '@guildhall/domain/wire/schemas/members/members.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useOnline } from '../../../shared/state/online.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Avatar, RoleBadge } from '../../../ui/member.js';
import styles from './home.module.css';
import { texts } from './texts.js';

type OnlineMember = OnlineMembers['members'][number];

const noMembers: OnlineMember[] = [];
const getId = ({ id }: OnlineMember): number => id;

/**
 * The list grows only where nothing follows it. In narrow windows, its height is fixed so that nothing below it moves.
 */
export function OnlineCard() {
  const online = useOnline();
  const members = online?.members ?? noMembers;
  const [list, listRef] = useHeldRows(members, getId);
  if (online?.enabled === false) return null;
  const otherCount = (online?.count ?? 0) - members.length;
  return (
    <section className={`grid one-column card bg-raised ${styles['online']}`} aria-labelledby="online">
      <div className="line spread">
        <h2 id="online" className={`line muted ${styles['cardHead']}`}>
          <span className="dot live" aria-hidden="true" />
          {texts.online}
        </h2>
        <p className={`faint numbers ${styles['onlineCount']}`}>
          {online && texts.onlineCounts(online.count, online.guests)}
        </p>
      </div>
      <div ref={listRef} className={`scroll-y ${styles['onlineList']}`}>
        <ul role="list" data-rows className="grid">
          {list.rows.map(({ key, row, blank }) => (
            <OnlineRow key={key} row={row} blank={blank} />
          ))}
        </ul>
        {online?.count === 0 && <p className="faint">{texts.nobodyOnline}</p>}
        {otherCount > 0 && <p className="faint">{texts.othersOnline(otherCount)}</p>}
      </div>
    </section>
  );
}

function OnlineRow({ row: { username, avatar_url, role, staff }, blank }: { row: OnlineMember; blank: boolean }) {
  const columns = staff ? styles['onlineStaff'] : '';
  if (blank) return <li className={columns} tabIndex={-1} data-blank />;
  return (
    <li className={`line relative hoverable rounded ${columns}`}>
      <Avatar name={username} url={avatar_url} />
      <Link
        to={linkTo('profile', { username })}
        className={`ellipsis text-14 ${styles['wholeLink']}`}
        data-member={username}
      >
        {username}
      </Link>
      {staff && <RoleBadge role={role} />}
    </li>
  );
}
