import { useEffect, useState } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { navigate } from '../../shared/router.js';
import { setUser, runWhileLeaving } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../ui/button.js';
import { Alert } from '../../ui/alert.js';
import { logout } from './shared/api.js';
import styles from './shared/auth.module.css';
import { texts } from './shared/texts.js';
import { delaysMs, wait } from './shared/wait.js';

/** Ends the session and goes to the login page. Without a response of the server, it shows that nothing has ended. */
export function LogoutPage() {
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  usePageTitle(texts.loggingOut);

  useEffect(() => {
    let left = false;
    Promise.all([runWhileLeaving(() => logout().then(() => setUser(null))), wait(delaysMs.logoutRedirect)])
      .then(() => {
        if (!left) navigate(linkTo('auth'), { replace: true });
      })
      .catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, [attempt]);

  return (
    <div className={styles['page']}>
      {failed ? (
        <Alert kind="error">
          {texts.logoutFailed}
          <Button
            onClick={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            {shared.tryAgain}
          </Button>
        </Alert>
      ) : (
        <div role="status">
          <h1>{texts.loggingOut}</h1>
        </div>
      )}
    </div>
  );
}
