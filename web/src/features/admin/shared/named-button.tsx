import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { Button } from '../../../ui/button.js';

interface NamedButtonProps {
  name: string;
  /** Appended to the accessible name because several buttons share the same text. */
  subject: string;
  press: (button: HTMLButtonElement) => void;
  /** A disabled button remains focusable. */
  disabled?: boolean;
  opensDialog?: boolean;
}

export function NamedButton({ name, subject, press, disabled = false, opensDialog = false }: NamedButtonProps) {
  return (
    <Button
      kind="quiet"
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-label={`${name}: ${isolateRightToLeft(subject)}`}
      aria-disabled={disabled}
      onClick={(event) => !disabled && press(event.currentTarget)}
    >
      {name}
    </Button>
  );
}
