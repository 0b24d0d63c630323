import type { SessionEnd } from '../../live/connection.js';
import { linkTo, paths } from '../../shared/paths.js';
import { useLocation } from '../../shared/router.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Dialog, DialogEnd } from '../../ui/dialog/dialog.js';
import { endedTexts as texts } from './texts.js';

/** Explains why the session ended, over the page on which it happened. */
export function EndedDialog({ why, close }: { why: SessionEnd; close: () => void }) {
  const location = useLocation();
  const { pathname, search, hash } = location;
  // A members-only page has led to the login already, with the page to return to.
  const from: unknown = pathname === paths.auth ? location.state : { from: pathname + search + hash };
  return (
    <Dialog title={texts[why]} body={texts[`${why}Body`]} open close={close}>
      {why !== 'erased' && <p>{texts.drafts}</p>}
      <DialogEnd>
        <Button onClick={close}>{texts.guest}</Button>
        {why !== 'erased' && (
          <ButtonLink kind="primary" to={linkTo('auth')} state={from} onClick={close}>
            {why === 'banned' ? texts.bannedLogin : texts.login}
          </ButtonLink>
        )}
      </DialogEnd>
    </Dialog>
  );
}
