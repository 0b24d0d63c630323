import { useEffect, useState } from 'react';
import { send } from '../../shared/api/api.js';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { navigate } from '../../shared/router.js';
import { setUser, runWhileLeaving } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../ui/button.js';
import { Alert } from '../../ui/alert.js';
import { AccountPage } from './account-page.js';
import { delaysMs, wait } from './login-attempt.js';
import styles from './account.module.css';
import { texts } from './texts.js';

/** Ends the session and goes to the login page. Without a response of the server, it shows that nothing has ended. */
export function LogoutPage() {
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  usePageTitle(texts.loggingOut);

  useEffect(() => {
    let left = false;
    Promise.all([runWhileLeaving(endSession), wait(delaysMs.logoutRedirect)])
      .then(() => {
        if (!left) navigate(linkTo('auth'), { replace: true });
      })
      .catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, [attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  if (!failed) return <AccountPage title={texts.loggingOut} announced="status" />;
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
  await send('POST', '/logout', crypto.randomUUID(), {});
  setUser(null);
}
