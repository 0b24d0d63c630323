import { usePageTitle } from '../../../shared/hooks/use-page-title.js';
import { linkTo } from '../../../shared/paths.js';
import { texts as shared } from '../../../shared/texts.js';
import { ButtonLink } from '../../../ui/button.js';
import styles from '../shared/auth.module.css';
import { useReturnPath } from '../shared/return-path.js';
import { texts } from '../shared/texts.js';

/** Replaces the login form for a member who is logged in. */
export function AlreadyLoggedIn({ username }: { username: string }) {
  const cameFrom = useReturnPath();
  usePageTitle(texts.login);
  return (
    <div className={styles['page']}>
      <h1>{texts.alreadyIn(username)}</h1>
      <p className={styles['intro']}>{texts.alreadyInBody}</p>
      <div className="flow gap-8">
        <ButtonLink kind="primary" to={cameFrom}>
          {cameFrom === linkTo('home') ? shared.notFound.home : texts.goOn}
        </ButtonLink>
        <ButtonLink to={linkTo('profile', { username })}>{shared.nav.profile}</ButtonLink>
        <ButtonLink to={linkTo('logout')}>{shared.nav.logout}</ButtonLink>
      </div>
    </div>
  );
}
