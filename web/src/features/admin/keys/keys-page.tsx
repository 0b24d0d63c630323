import type { ApiKeyRow } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useRef, useState, type RefObject } from 'react';
import { reloadByPrefix, useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { showToast } from '../../../shared/toast.js';
import { LoadError } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { NamedButton } from '../shared/named-button.js';
import { useAuditUpdates } from '../shared/use-audit-updates.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { texts } from './texts.js';

const keysAddress = '/admin/keys';
const reloadKeys = () => reloadByPrefix(keysAddress);

export function KeysPage() {
  const { body: rows, fault, reload } = useResponse<ApiKeyRow[]>(keysAddress);
  const [isCreating, setCreating] = useState(false);
  const [revokedKey, setRevokedKey] = useState<ApiKeyRow | null>(null);
  const opener = useRef<HTMLElement>(null);
  useAuditUpdates(reloadKeys);
  const activeRows = rows?.filter(({ ended }) => ended === null) ?? [];
  const endedRows = rows?.filter(({ ended }) => ended !== null) ?? [];
  const revoke = (row: ApiKeyRow) => (button: HTMLButtonElement) => {
    opener.current = button;
    setRevokedKey(row);
  };
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <Button kind="primary" onClick={() => setCreating(true)}>
          {texts.newKey}
        </Button>
      </PageHead>
      {fault !== null && <LoadError retry={reload} />}
      {!rows && fault === null && <SkeletonRows count={3} height={64} />}
      {rows && activeRows.length === 0 && (
        <EmptyState>{endedRows.length === 0 ? texts.none : texts.noneActive}</EmptyState>
      )}
      <ul role="list" aria-label={texts.active} aria-busy={!rows && fault === null}>
        {activeRows.map((row) => (
          <KeyItem key={row.id} row={row} revoke={revoke(row)} />
        ))}
      </ul>
      {endedRows.length > 0 && (
        <section className="margin-top-32">
          <h2 className="margin-bottom-8">{texts.ended}</h2>
          <ul role="list" aria-label={texts.ended}>
            {endedRows.map((row) => (
              <KeyItem key={row.id} row={row} />
            ))}
          </ul>
        </section>
      )}
      {isCreating && <NewKeyDialog close={() => setCreating(false)} reload={reloadKeys} />}
      {revokedKey && <RevokeDialog row={revokedKey} back={opener} close={() => setRevokedKey(null)} />}
    </>
  );
}

function KeyItem({ row, revoke }: { row: ApiKeyRow; revoke?: (button: HTMLButtonElement) => void }) {
  const { program, start, role, scopes, calls_per_minute, made_by, until, used_at, ended } = row;
  return (
    <li className="row gap-8-16 spread border-top padding-y-12">
      <div className="grid gap-2 shrinkable">
        <p className="break-anywhere">
          <strong dir="auto">{program}</strong> · <code>ghld_api_{start}…</code>
        </p>
        <p className="break-anywhere">
          {role.name} · {scopes.map((scope) => texts.scopeTexts[scope].name).join(', ')}
        </p>
        <p className="muted">
          {texts.by(made_by.username)} · {texts.perMinute(calls_per_minute)} ·{' '}
          {used_at === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.used} <When at={used_at} />
            </>
          )}
          {ended === null && until !== null && (
            <>
              {' '}
              · {texts.ends} <When at={until} />
            </>
          )}
          {ended !== null && ` · ${texts.endings[ended]}`}
        </p>
      </div>
      {revoke && <NamedButton name={texts.revoke} subject={program} press={revoke} opensDialog />}
    </li>
  );
}

interface RevokeDialogProps {
  row: ApiKeyRow;
  back: RefObject<HTMLElement | null>;
  close: () => void;
}

function RevokeDialog({ row: { id, program }, back, close }: RevokeDialogProps) {
  const mutation = useMutation(texts.notRevoked, { onStale: reloadKeys });
  const revoke = () =>
    void mutation.run(id, async (key) => {
      await send<WriteResponse>('DELETE', `${keysAddress}/${id}`, key, {});
      showToast(texts.revoked(program));
      await reloadKeys();
      close();
    });
  return (
    <Dialog title={texts.revokeTitle(program)} body={texts.revokeBody} open close={close} back={back} alert>
      <MutationForm
        mutation={mutation}
        submit={revoke}
        name={texts.revoke}
        busyName={texts.revoking}
        kind="danger"
        cancel={close}
        cancelName={texts.keep}
      />
    </Dialog>
  );
}
