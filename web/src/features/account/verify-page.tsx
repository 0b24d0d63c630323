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
  const verified = query.get('success') === 'true';
  const title = verified ? texts.verified : texts.notVerified;
  usePageTitle(title);
  useEffect(() => {
    if (verified) forgetPending();
  }, [verified]);
  if (!verified || username === undefined) {
    return (
      <AccountPage title={title} lead={verified ? texts.verifiedBody : texts.notVerifiedBody}>
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
