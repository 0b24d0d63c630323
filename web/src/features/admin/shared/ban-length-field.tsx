import { useState } from 'react';
import { formatDateAndTime } from '../../../shared/dates.js';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { DateField } from '../../../ui/fields/date-field.js';
import { toIso, toLocalInput } from '../../../ui/time/local-time.js';
import { computeBanEnd, banLengths, type BanLength } from './ban-end.js';
import { texts as sharedTexts } from './texts.js';

const texts = sharedTexts.banLength;
const options = banLengths.map((value) => ({ value, name: texts.lengths[value] }));

export interface BanLengthState {
  /** Identifies the choice for the idempotency key. */
  choice: { length: BanLength; until: string };
  setChoice: (change: Partial<BanLengthState['choice']>) => void;
  /** Computes the expiry from the current time because the dialog may have been open for a while. */
  getEnd: () => string | null;
  /** What is missing from the choice, or null. */
  missing: string | null;
}

export function useBanLength(): BanLengthState {
  const [choice, setChoice] = useState({ length: 'week' as BanLength, until: '' });
  const getEnd = () => computeBanEnd(choice.length, toIso(choice.until), new Date());
  return {
    choice,
    getEnd,
    setChoice: (change) => setChoice({ ...choice, ...change }),
    missing: choice.length === 'until' && getEnd() === null ? texts.endMissing : null,
  };
}

export function BanLengthField({ choice, setChoice, getEnd, missing }: BanLengthState) {
  const end = getEnd();
  return (
    <>
      <ChoiceField
        label={texts.banFor}
        value={choice.length}
        choose={(length) => setChoice({ length })}
        options={options}
      />
      {choice.length === 'until' && (
        <DateField
          label={texts.endsAt}
          value={choice.until}
          change={(until) => setChoice({ until })}
          withTime
          min={toLocalInput(new Date())}
        />
      )}
      <p className="muted break-anywhere">
        {missing ?? (end === null ? texts.endsNever : texts.ends(formatDateAndTime(new Date(end))))}
      </p>
    </>
  );
}

/** Completes a toast, for example `is banned permanently`. */
export const formatBanned = (end: string | null): string =>
  end === null ? texts.bannedPermanently : texts.bannedUntil(formatDateAndTime(new Date(end)));
