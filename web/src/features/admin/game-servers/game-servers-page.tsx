import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useRef, useState } from 'react';
import { reloadByPrefix, useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { LoadError } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { RemovalDialog, type Removal } from '../../../ui/dialog/removal-dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { NamedButton } from '../shared/named-button.js';
import { useAuditUpdates } from '../shared/use-audit-updates.js';
import { ServerDialog } from './server-dialog.js';
import { ServerKeyDialog } from './server-key-dialog.js';
import { Connection, describeProgress } from './server-state.js';
import { describeServer, texts } from './texts.js';

const address = '/admin/game-servers';
const reloadServers = () => reloadByPrefix(address);

type OpenDialog = { kind: 'edit'; row: GameServerRow | null } | { kind: 'key' | 'remove'; row: GameServerRow };

export function GameServersPage() {
  const { body: rows, fault, reload } = useResponse<GameServerRow[]>(address, { pollMs: 10_000 });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const opener = useRef<HTMLElement>(null);
  useAuditUpdates(reloadServers);
  const open = (next: OpenDialog) => (button: HTMLButtonElement) => {
    opener.current = button;
    setDialog(next);
  };
  const close = () => setDialog(null);
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <Button kind="primary" onClick={() => setDialog({ kind: 'edit', row: null })}>
          {texts.add}
        </Button>
      </PageHead>
      {fault !== null && <LoadError retry={reload} />}
      {!rows && fault === null && <SkeletonRows count={3} height={64} />}
      {rows?.length === 0 && <EmptyState>{texts.noServers}</EmptyState>}
      <ul role="list" aria-label={texts.list} aria-busy={!rows && fault === null}>
        {rows?.map((row) => (
          <ServerItem key={row.id} row={row} open={open} />
        ))}
      </ul>
      {dialog?.kind === 'edit' && <ServerDialog row={dialog.row} back={opener} close={close} reload={reloadServers} />}
      {dialog?.kind === 'key' && <ServerKeyDialog row={dialog.row} back={opener} close={close} />}
      {dialog?.kind === 'remove' && (
        <RemovalDialog removal={describeRemoval(dialog.row)} open back={opener} close={close} />
      )}
    </>
  );
}

function ServerItem({
  row,
  open,
}: {
  row: GameServerRow;
  open: (next: OpenDialog) => (button: HTMLButtonElement) => void;
}) {
  const { id, name, status } = row;
  return (
    <li className="row gap-8-16 spread border-top padding-y-12">
      <div className="grid gap-2 shrinkable">
        <p className="break-anywhere">
          <Link
            to={linkTo('adminGameServer', { id: String(id) })}
            className="link plain-link bold touch-target"
            dir="auto"
          >
            {name}
          </Link>
        </p>
        <p className="muted break-anywhere">{describeServer(row)}</p>
        {status && (
          <p className="row gap-4-16 muted">
            <span className="line">
              <Connection status={status} />
            </span>
            {status.contact_at !== null && <span>{describeProgress(status)}</span>}
            {status.ping && (
              <span>
                {texts.ping}: {texts.pingStates[status.ping.state]}
              </span>
            )}
          </p>
        )}
      </div>
      <div className="row gap-8">
        <NamedButton name={texts.newKey} subject={name} press={open({ kind: 'key', row })} opensDialog />
        <NamedButton name={texts.edit} subject={name} press={open({ kind: 'edit', row })} opensDialog />
        <NamedButton name={texts.remove} subject={name} press={open({ kind: 'remove', row })} opensDialog />
      </div>
    </li>
  );
}

const describeRemoval = ({ id, name }: GameServerRow): Removal => ({
  title: texts.removeTitle(name),
  body: texts.removeBody,
  failureText: texts.notRemoved,
  remove: async (key) => {
    await send<WriteResponse>('DELETE', `${address}/${id}`, key, {});
    await reloadServers();
  },
});
