import { isolated } from '@guildhall/domain/direction.js';
import { Button } from '../../../ui/button.js';

interface NamedButtonProps {
  name: string;
  /** Completes the accessible name of one of several buttons with the same text. */
  subject: string;
  press: (button: HTMLButtonElement) => void;
  /** A disabled button stays focusable. */
  disabled?: boolean;
  opensDialog?: boolean;
}

export function NamedButton({ name, subject, press, disabled = false, opensDialog = false }: NamedButtonProps) {
  return (
    <Button
      kind="quiet"
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-label={`${name}: ${isolated(subject)}`}
      aria-disabled={disabled}
      onClick={(event) => !disabled && press(event.currentTarget)}
    >
      {name}
    </Button>
  );
}
