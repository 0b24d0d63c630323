import { useNavigate, useParams } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../shared/ui/button.js';
import { Bar, Empty, LoadFailed } from '../../shared/ui/notice.js';
import { PageHead } from '../admin/page-head.js';
import styles from './admin-users.module.css';
import { BanForm } from './ban-form.js';
import { PeopleAct } from './people-act.js';
import { headOf } from './people-dialog.js';
import { PersonLine } from './person-line.js';
import type { PeopleActKind } from './rights.js';
import { texts } from './texts.js';
import { useAccount } from './use-account.js';

export function BanPage() {
  return <ActPage kind="ban" />;
}

export function DeletePage() {
  return <ActPage kind="delete" />;
}

export function RolePage() {
  return <ActPage kind="role" />;
}

/** One act on one account, at an address of its own. Of who is banned, the page of the ban takes it back or changes it. */
function ActPage({ kind: asked }: { kind: Exclude<PeopleActKind, 'unban'> }) {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { row, gone, fault, reload } = useAccount(id);
  if (gone) return <NoAccount />;
  if (fault !== null) return <LoadFailed again={reload} />;
  if (!row) return <Bar width="240px" height={28} />;
  const kind = asked === 'ban' && row.banned ? 'unban' : asked;
  const people = [row];
  const { title, body } = headOf({ kind, people });
  const leave = (done: boolean) =>
    void navigate(done && kind !== 'delete' ? linkTo('adminUser', { id }) : linkTo('adminUsers'));
  return (
    <>
      <PageHead title={title} {...(body === null ? {} : { body })} />
      <div className={styles['actPage']}>
        <PersonLine row={row} />
        <PeopleAct kind={kind} people={people} close={leave} changed={reload} />
        {kind === 'unban' && (
          <details className={styles['change']}>
            <summary>{texts.changeBan}</summary>
            <BanForm people={people} done={() => leave(true)} cancel={() => leave(false)} changed={reload} />
          </details>
        )}
      </div>
    </>
  );
}

export function NoAccount() {
  return (
    <>
      <PageHead title={texts.userNotFound} />
      <Empty>
        <ButtonLink to={linkTo('adminUsers')}>{texts.toUsers}</ButtonLink>
      </Empty>
    </>
  );
}
