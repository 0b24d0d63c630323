import { dateAndTime } from '../../../shared/dates.js';
import type { Ban } from './login-attempt.js';
import { texts } from './texts.js';

/** Why a member is banned, and until when. */
export function BanDetails({ ban: { reason, until } }: { ban: Ban }) {
  return (
    <>
      <p>{reason === null ? texts.banWithoutReason : texts.banReason(reason)}</p>
      <p>{until === null ? texts.banWithoutEnd : texts.banUntil(dateAndTime(new Date(until)))}</p>
    </>
  );
}
