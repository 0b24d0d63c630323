import { TextField } from '../field.js';

interface DateFieldProps {
  label: string;
  hint?: string;
  /** The field's value, in the person's own time: `2026-11-21`, with a time `2026-11-21T14:00`; '' if empty. */
  value: string;
  change: (value: string) => void;
  withTime?: boolean;
  min?: string;
  max?: string;
}

/** A day, or a day with a time, in the browser's own field. `ui/time/local-time.ts` converts it for the server. */
export function DateField({ value, change, withTime = false, ...rest }: DateFieldProps) {
  return (
    <TextField
      type={withTime ? 'datetime-local' : 'date'}
      value={value}
      onChange={(event) => change(event.target.value)}
      {...rest}
    />
  );
}
