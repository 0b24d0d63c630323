import { formatDateAndTime } from '../../shared/dates.js';
import { linkTo } from '../../shared/paths.js';
import { Alert } from '../../ui/alert.js';
import { ButtonLink } from '../../ui/button.js';
import type { Ban, LoginFailure } from './login-attempt.js';
import { texts } from './texts.js';

export function LoginRefusal({ failure: { message, ban } }: { failure: LoginFailure }) {
  return (
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
  );
}

export function BanDetails({ ban: { reason, until } }: { ban: Ban }) {
  return (
    <>
      <p>{reason === null ? texts.banWithoutReason : texts.banReason(reason)}</p>
      <p className="nowrap">
        {until === null ? texts.banWithoutEnd : texts.banUntil(formatDateAndTime(new Date(until)))}
      </p>
    </>
  );
}
