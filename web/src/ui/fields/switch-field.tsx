import { useId } from 'react';
import styles from './controls.module.css';

interface SwitchFieldProps {
  label: string;
  hint?: string;
  checked: boolean;
  change: (checked: boolean) => void;
  disabled?: boolean;
}

export function SwitchField({ label, hint, checked, change, disabled }: SwitchFieldProps) {
  const id = useId();
  return (
    <label className={`line gap-16 spread ${styles['switchRow']}`}>
      <span className="grid shrinkable">
        <span id={`${id}-label`} className={styles['switchName']}>
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className="hint">
            {hint}
          </span>
        )}
      </span>
      <input
        className={`no-shrink round ${styles['switch']}`}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => change(event.target.checked)}
      />
    </label>
  );
}
