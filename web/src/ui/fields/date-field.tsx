import { TextField } from '../field.js';

interface DateFieldProps {
  label: string;
  hint?: string;
  /** Local time, such as `2026-11-21` or `2026-11-21T14:00`. Empty if there is none. */
  value: string;
  change: (value: string) => void;
  withTime?: boolean;
  min?: string;
  max?: string;
}

/** Uses the browser's own field. `ui/time/local-time.ts` converts its value for the server. */
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
