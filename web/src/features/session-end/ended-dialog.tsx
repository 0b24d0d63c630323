import { Link, useLocation } from 'react-router-dom';
import type { SessionEnd } from '../../live/connection.js';
import { linkTo } from '../../shared/paths.js';
import { Button, buttonClass } from '../../shared/ui/button.js';
import { Dialog, DialogEnd } from '../dialog/dialog.js';
import { texts } from './texts.js';

/** Says why who was here is a guest now, over the page on which it happened. */
export function EndedDialog({ why, close }: { why: SessionEnd; close: () => void }) {
  const { pathname, search, hash } = useLocation();
  return (
    <Dialog title={texts[why]} body={texts[`${why}Body`]} open close={close}>
      {why !== 'erased' && <p>{texts.drafts}</p>}
      <DialogEnd>
        <Button onClick={close}>{texts.guest}</Button>
        {why !== 'erased' && (
          <Link
            to={linkTo('auth')}
            state={{ from: pathname + search + hash }}
            className={buttonClass('primary')}
            onClick={close}
          >
            {why === 'banned' ? texts.bannedLogin : texts.login}
          </Link>
        )}
      </DialogEnd>
    </Dialog>
  );
}
