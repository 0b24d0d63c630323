import { useEffect } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { useSearchParams } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { texts as shared } from '../../shared/texts.js';
import { ButtonLink } from '../../ui/button.js';
import { AccountPage } from './account-page.js';
import { forgetPending } from './pending-email.js';
import { texts } from './texts.js';

export function VerifyPage() {
  const [query] = useSearchParams();
  const username = useSession((state) => state.user?.username);
  const isVerified = query.get('success') === 'true';
  const title = isVerified ? texts.verified : texts.notVerified;
  usePageTitle(title);
  useEffect(() => {
    if (isVerified) forgetPending();
  }, [isVerified]);
  if (!isVerified || username === undefined) {
    return (
      <AccountPage title={title} lead={isVerified ? texts.verifiedBody : texts.notVerifiedBody}>
        <ButtonLink kind="primary" to={linkTo('auth')}>
          {texts.toLogin}
        </ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title} lead={texts.verifiedIn(username)}>
      <div className="flow gap-8">
        <ButtonLink kind="primary" to={linkTo('home')}>
          {texts.toHome}
        </ButtonLink>
        <ButtonLink to={linkTo('profile', { username })}>{shared.nav.profile}</ButtonLink>
      </div>
    </AccountPage>
  );
}
