import { can } from '@guildhall/domain/permissions.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { useActor } from '../../../shared/state/session.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { Avatar } from '../../../ui/member.js';
import { LoadError } from '../../../ui/alert.js';
import { holders, holdersAddress } from './api.js';
import styles from './admin-roles.module.css';
import { texts } from './texts.js';

/** The holders of a role, by name. */
export function RoleHolders({ role }: { role: RoleRow }) {
  const { rows, status, next, loadingMore, more, reload } = usePagedList(holders, holdersAddress(role.id));
  const seesUsers = can(useActor(), 'view-users');
  return (
    <div aria-busy={status === 'loading'}>
      {status === 'failed' && <LoadError again={() => void reload()} />}
      {status === 'ready' && rows.length === 0 && <p className="muted break-anywhere">{texts.nobody}</p>}
      <ul role="list" className="flow gap-4-8 margin-bottom-8">
        {rows.map(({ id, username, avatar_url }) => (
          <li key={id}>
            <Link
              to={seesUsers ? linkTo('adminUser', { id: String(id) }) : linkTo('profile', { username })}
              className={`line hoverable plain-link rounded ${styles['holder']}`}
            >
              <Avatar name={username} url={avatar_url} />
              {username}
            </Link>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button onClick={() => void more()} aria-disabled={loadingMore}>
          {loadingMore ? shared.loading : texts.more}
        </Button>
      )}
      {seesUsers && rows.length > 0 && (
        <p>
          <Link to={`${linkTo('adminUsers')}?role=${role.id}`}>{texts.toUsers}</Link>
        </p>
      )}
    </div>
  );
}
