import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { ButtonLink } from '../../ui/button.js';
import styles from './shared/auth.module.css';
import { texts } from './shared/texts.js';

/** The target of the verification link: `?success=true`, anything else is a failure. */
export function VerifyPage() {
  const [query] = useSearchParams();
  const verified = query.get('success') === 'true';
  const title = verified ? texts.verified : texts.notVerified;
  usePageTitle(title);
  return (
    <div className={styles['page']}>
      <h1>{title}</h1>
      <p className={styles['intro']}>{verified ? texts.verifiedBody : texts.notVerifiedBody}</p>
      <ButtonLink kind="primary" to={linkTo('auth')}>
        {texts.toLogin}
      </ButtonLink>
    </div>
  );
}
