import { limits } from '@guildhall/domain/limits.js';
import { TextField } from '../field.js';
import { texts } from './texts.js';

interface ReasonFieldProps {
  label?: string;
  hint?: string;
  value: string;
  change: (reason: string) => void;
}

export function ReasonField({ label = texts.reason, hint = texts.reasonHint, change, value }: ReasonFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      value={value}
      maxLength={limits.reason.max}
      autoComplete="off"
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** Returns undefined for a blank reason so that JSON omits it. */
export const normalizeReason = (typedText: string): string | undefined => typedText.trim() || undefined;
