import { limits } from '@guildhall/domain/limits.js';
import { TextField } from '../../../ui/field.js';

interface ReasonFieldProps {
  label: string;
  hint?: string;
  value: string;
  change: (reason: string) => void;
}

export function ReasonField({ change, ...rest }: ReasonFieldProps) {
  return (
    <TextField
      maxLength={limits.reason.max}
      autoComplete="off"
      onChange={(event) => change(event.target.value)}
      {...rest}
    />
  );
}
