import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { OwnGameAccountRow, OwnGameAccounts } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { useEffect, useRef } from 'react';
import { changeResponse, useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useTopicUpdates } from '../../../shared/state/use-staff-updates.js';
import { showToast } from '../../../shared/toast.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { identifierInput, TextField } from '../../../ui/field.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { GameAccount } from '../../../ui/game-accounts/game-account.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { Setting } from '../setting.js';
import { GameCode } from './game-code.js';
import { texts } from './texts.js';

const address = '/account/game-accounts';

export function GamesPart({ user }: { user: Me }) {
  const { body, fault, position, reload } = useResponse<OwnGameAccounts>(address);
  useTopicUpdates(`member:${user.id}`, position, reload, (rows) => rows.some(({ kind }) => kind === 'notified'));
  useLinkToast(body?.accounts);
  const redeem: FormAction = async (fields, key) => {
    await send('POST', address, key, fields);
    await reload();
    return null;
  };
  return (
    <>
      <Setting title={texts.title} lead={texts.lead}>
        {fault !== null && <LoadError retry={() => void reload()} />}
        {body === null && fault === null && <Skeleton width="100%" height={64} />}
        {body && <Accounts accounts={body.accounts} />}
      </Setting>
      {body && body.accounts.length >= body.max && (
        <p className="muted margin-top-8">{body.max === 0 ? texts.off : texts.full(body.max)}</p>
      )}
      {body && body.accounts.length < body.max && (
        <>
          <Setting title={texts.linkTitle} lead={texts.linkLead}>
            <GameCode key={body.accounts.length} />
          </Setting>
          <Setting title={texts.redeemTitle} lead={texts.redeemLead}>
            <ActionForm action={redeem} button={texts.redeem} busy={texts.redeeming} otherwise={texts.redeemFailed}>
              <TextField
                label={texts.code}
                name="code"
                autoComplete="off"
                {...identifierInput}
                maxLength={40}
                required
              />
            </ActionForm>
          </Setting>
        </>
      )}
    </>
  );
}

/** Shows a toast for every newly linked account, because the game may confirm a link at any time. */
function useLinkToast(accounts: readonly OwnGameAccountRow[] | undefined): void {
  const listedIds = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (!accounts) return;
    const addedAccount = accounts.find(({ id }) => listedIds.current?.has(id) === false);
    listedIds.current = new Set(accounts.map(({ id }) => id));
    if (addedAccount) showToast(texts.linked(addedAccount.name));
  }, [accounts]);
}

function Accounts({ accounts }: { accounts: readonly OwnGameAccountRow[] }) {
  const { fault, run } = useMutation(texts.unlinkFailed);
  const unlink = ({ id, name }: OwnGameAccountRow) =>
    void run(id, async (key) => {
      await send('DELETE', `${address}/${id}`, key);
      changeResponse<OwnGameAccounts>(address, (response) => ({
        ...response,
        accounts: response.accounts.filter((account) => account.id !== id),
      }));
      showToast(texts.unlinked(name));
    });
  return (
    <>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      {accounts.length === 0 && <p className="faint">{texts.none}</p>}
      <ul role="list">
        {accounts.map((account) => (
          <li key={account.id} className="line divided gap-12 spread padding-y-12">
            <div className="shrinkable">
              <GameAccount account={account} />
              <p className="faint">
                {texts.seen} <When at={account.seen_at} short />
              </p>
              {account.login_mode === 'offline' && <p className="faint">{texts.offline}</p>}
              {account.former_names.length > 0 && (
                <p className="faint break-anywhere">
                  {texts.formerly([...new Set(account.former_names.map(({ name }) => name))].join(', '))}
                </p>
              )}
            </div>
            <span className="no-shrink">
              <Button aria-label={texts.unlinkNamed(account.name)} onClick={() => unlink(account)}>
                {texts.unlink}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
