import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.js';
import { DateField } from '../../../ui/fields/date-field.js';
import { toIso, formatLocal } from '../../../ui/time/local-time.js';

interface MomentFormProps {
  label: string;
  hint?: string;
  max?: string;
  className: string | undefined;
  /** ISO 8601, or null for none. Also pass it as the form's key so that the form follows the URL. */
  at: string | null;
  button: string;
  kind: 'primary' | 'secondary';
  show: (at: string | null) => void;
  children?: ReactNode;
  extra?: ReactNode;
}

export function MomentForm({ className, at, button, kind, show, children, extra, ...field }: MomentFormProps) {
  const [timeText, setWritten] = useState(() => formatLocal(at));
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        show(toIso(timeText));
      }}
    >
      <DateField {...field} value={timeText} change={setWritten} withTime />
      {children}
      <Button kind={kind} type="submit">
        {button}
      </Button>
      {extra}
    </form>
  );
}
