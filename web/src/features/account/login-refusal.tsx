import { useState } from 'react';
import { getMessage, sendForMessage } from '../../shared/api/api.js';
import { formatDateAndTime } from '../../shared/dates.js';
import { linkTo } from '../../shared/paths.js';
import { Alert } from '../../ui/alert.js';
import { Button, ButtonLink } from '../../ui/button.js';
import type { Ban, Credentials, LoginFailure } from './login-attempt.js';
import { texts } from './texts.js';

export function LoginRefusal({ failure, credentials }: { failure: LoginFailure; credentials: Credentials | null }) {
  const { message, code, ban } = failure;
  return (
    <>
      <Alert kind="error">
        <div className="grid gap-2 break-anywhere">
          <p>{message}</p>
          {ban && <BanDetails ban={ban} />}
        </div>
        {ban && (
          <ButtonLink to={linkTo('appeal')} state={ban}>
            {texts.appeal}
          </ButtonLink>
        )}
      </Alert>
      {code === 'not-verified' && credentials && <ResendMail credentials={credentials} />}
    </>
  );
}

function ResendMail({ credentials }: { credentials: Credentials }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const resend = () =>
    sendForMessage('POST', '/resend-verification', crypto.randomUUID(), credentials, texts.resent)
      .catch((error: unknown) => getMessage(error, texts.unknownError))
      .then(setOutcome);
  return outcome === null ? <Button onClick={() => void resend()}>{texts.resend}</Button> : <Alert>{outcome}</Alert>;
}

export function BanDetails({ ban: { reason, until } }: { ban: Ban }) {
  return (
    <>
      <p>{reason === null ? texts.banWithoutReason : texts.banReason(reason)}</p>
      <p>{until === null ? texts.banWithoutEnd : texts.banUntil(formatDateAndTime(new Date(until)))}</p>
    </>
  );
}
