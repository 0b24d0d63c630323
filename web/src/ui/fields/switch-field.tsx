import { Switch } from '@base-ui/react/switch';
import { useId } from 'react';
import styles from './controls.module.css';

interface SwitchFieldProps {
  label: string;
  hint?: string;
  checked: boolean;
  change: (checked: boolean) => void;
  disabled?: boolean;
}

export function SwitchField({ label, hint, checked, change, disabled = false }: SwitchFieldProps) {
  const id = useId();
  return (
    <label className={`line gap-16 spread ${styles['switchRow']}`}>
      <span className="grid shrinkable">
        <span id={`${id}-label`} className={styles['switchName']}>
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={`hint ${styles['hint']}`}>
            {hint}
          </span>
        )}
      </span>
      <Switch.Root
        className={`flex align-center no-shrink round ${styles['switch']}`}
        checked={checked}
        onCheckedChange={change}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        <Switch.Thumb className={`round ${styles['thumb']}`} />
      </Switch.Root>
    </label>
  );
}
