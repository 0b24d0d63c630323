import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { usePageTitle } from '../../shared/page-title.js';
import { linkTo } from '../../shared/paths.js';
import { setUser, whileLeaving } from '../../shared/session.js';
import { texts as shared } from '../../shared/texts.js';
import { Button } from '../../shared/ui/button.js';
import { Notice } from '../../shared/ui/notice.js';
import { logout } from './api.js';
import styles from './auth.module.css';
import { texts } from './texts.js';
import { delays, wait } from './wait.js';

/** Ends the session and goes to the login page. Where the server gives no answer, it says that nothing has ended. */
export function LogoutPage() {
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const navigate = useNavigate();
  usePageTitle(texts.loggingOut);

  useEffect(() => {
    let left = false;
    Promise.all([whileLeaving(() => logout().then(() => setUser(null))), wait(delays.logoutRedirect)])
      .then(() => {
        if (!left) void navigate(linkTo('auth'), { replace: true });
      })
      .catch(() => setFailed(true));
    return () => {
      left = true;
    };
  }, [attempt, navigate]);

  return (
    <div className={styles['page']}>
      {failed ? (
        <Notice kind="error">
          {texts.logoutFailed}
          <Button
            onClick={() => {
              setFailed(false);
              setAttempt(attempt + 1);
            }}
          >
            {shared.tryAgain}
          </Button>
        </Notice>
      ) : (
        <h1 role="status">{texts.loggingOut}</h1>
      )}
    </div>
  );
}
