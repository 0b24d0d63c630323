import { useEffect, useState } from 'react';
import type { SessionEnd } from '../../live/connection.js';
import { createId } from '../../shared/create-id.js';
import { send } from '../../shared/api/api.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo, paths } from '../../shared/paths.js';
import { navigate, useLocation } from '../../shared/router.js';
import { setUser, runWhileLeaving } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Dialog, DialogEnd } from '../../ui/dialog/dialog.js';
import { Alert } from '../../ui/alert.js';
import { AccountPage } from './account-page.js';
import { delaysMs, wait } from './login-attempt.js';
import styles from './account.module.css';
import { endedTexts, texts } from './texts.js';

/** If the server does not respond, shows that the session is still active. */
export function LogoutPage() {
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  usePageTitle(texts.loggingOut);

  useEffect(() => {
    let isUnmounted = false;
    Promise.all([runWhileLeaving(endSession), wait(delaysMs.logoutRedirect)])
      .then(() => {
        if (!isUnmounted) navigate(linkTo('auth'), { replace: true });
      })
      .catch(() => setFailed(true));
    return () => {
      isUnmounted = true;
    };
  }, [attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (!hasFailed) return <AccountPage title={texts.loggingOut} liveRole="status" />;
  return (
    <div className={styles['page']}>
      <Alert kind="error">
        {texts.logoutFailed}
        <Button onClick={retry}>{shared.tryAgain}</Button>
      </Alert>
    </div>
  );
}

async function endSession(): Promise<void> {
  await send('POST', '/logout', createId(), {});
  setUser(null);
}

export function EndedDialog({ reason, close }: { reason: SessionEnd; close: () => void }) {
  const location = useLocation();
  const { pathname, search, hash } = location;
  // A members-only page has already redirected to the login page with its own address.
  const from: unknown = pathname === paths.auth ? location.state : { from: pathname + search + hash };
  return (
    <Dialog title={endedTexts[reason]} body={endedTexts[`${reason}Body`]} open close={close}>
      {reason !== 'erased' && <p>{endedTexts.drafts}</p>}
      <DialogEnd>
        <Button onClick={close}>{endedTexts.guest}</Button>
        {reason !== 'erased' && (
          <ButtonLink kind="primary" to={linkTo('auth')} state={from} onClick={close}>
            {reason === 'banned' ? endedTexts.bannedLogin : endedTexts.login}
          </ButtonLink>
        )}
      </DialogEnd>
    </Dialog>
  );
}
