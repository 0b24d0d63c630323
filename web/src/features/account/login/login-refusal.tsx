import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { buttonClass } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import type { Credentials } from '../shared/api.js';
import { BanDetails } from '../shared/ban-details.js';
import type { LoginFailure } from '../shared/login-attempt.js';
import { ResendMail } from './resend-mail.js';
import { texts } from '../shared/texts.js';

/** Why a login was refused, and what can be done about it. */
export function LoginRefusal({ failure, asked }: { failure: LoginFailure; asked: Credentials | null }) {
  const { words, code, ban } = failure;
  return (
    <>
      <Alert kind="error">
        <div className="grid gap-2 break-anywhere">
          <p>{words}</p>
          {ban && <BanDetails ban={ban} />}
        </div>
        {ban && (
          <Link to={linkTo('appeal')} state={ban} className={buttonClass('secondary')}>
            {texts.appeal}
          </Link>
        )}
      </Alert>
      {code === 'not-verified' && asked && <ResendMail login={asked} />}
    </>
  );
}
