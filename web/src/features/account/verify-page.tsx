import { useEffect } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useSearchParams } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { ButtonLink } from '../../ui/button.js';
import { forgetPending } from './pending/pending.js';
import styles from './shared/auth.module.css';
import { texts } from './shared/texts.js';

/** The target of the verification link: `?success=true`, anything else is a failure. */
export function VerifyPage() {
  const [query] = useSearchParams();
  const username = useSession((state) => state.user?.username);
  const verified = query.get('success') === 'true';
  const title = verified ? texts.verified : texts.notVerified;
  usePageTitle(title);
  useEffect(() => {
    if (verified) forgetPending();
  }, [verified]);
  return (
    <div className={styles['page']}>
      <h1>{title}</h1>
      {verified && username !== undefined ? (
        <LoggedIn username={username} />
      ) : (
        <>
          <p className={styles['intro']}>{verified ? texts.verifiedBody : texts.notVerifiedBody}</p>
          <ButtonLink kind="primary" to={linkTo('auth')}>
            {texts.toLogin}
          </ButtonLink>
        </>
      )}
    </div>
  );
}

/** In the browser that registered, the link has logged in. */
function LoggedIn({ username }: { username: string }) {
  return (
    <>
      <p className={styles['intro']}>{texts.verifiedIn(username)}</p>
      <div className="flow gap-8">
        <ButtonLink kind="primary" to={linkTo('home')}>
          {texts.toHome}
        </ButtonLink>
        <ButtonLink to={linkTo('profile', { username })}>{shared.nav.profile}</ButtonLink>
      </div>
    </>
  );
}
