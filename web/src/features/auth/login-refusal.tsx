import { Link } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import { buttonClass } from '../../shared/ui/button.js';
import { Notice } from '../../shared/ui/notice.js';
import type { Credentials } from './api.js';
import styles from './auth.module.css';
import { BanFacts } from './ban-facts.js';
import type { LoginFailure } from './login-attempt.js';
import { ResendMail } from './resend-mail.js';
import { texts } from './texts.js';

/** Why a login was refused, with what can be done about it. */
export function LoginRefusal({ failure, asked }: { failure: LoginFailure; asked: Credentials | null }) {
  const { words, code, ban } = failure;
  return (
    <>
      <Notice kind="error">
        <div className={styles['told']}>
          <p>{words}</p>
          {ban && <BanFacts ban={ban} />}
        </div>
        {ban && (
          <Link to={linkTo('appeal')} state={ban} className={buttonClass('secondary')}>
            {texts.appeal}
          </Link>
        )}
      </Notice>
      {code === 'not-verified' && asked && <ResendMail login={asked} />}
    </>
  );
}
