import { Checkbox } from '@base-ui/react/checkbox';
import { useId } from 'react';
import { Icon } from '../icon.js';
import styles from './controls.module.css';

interface CheckboxFieldProps {
  label: string;
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean;
  checked: boolean;
  /** Some, but not all, of the represented items are selected. */
  mixed?: boolean;
  change: (checked: boolean) => void;
  disabled?: boolean;
}

export function CheckboxField(props: CheckboxFieldProps) {
  const { label, labelHidden = false, checked, mixed = false, change, disabled = false } = props;
  const id = useId();
  const box = (
    <Checkbox.Root
      className={`centred no-shrink rounded-small ${styles['box']}`}
      checked={checked}
      indeterminate={mixed}
      onCheckedChange={change}
      disabled={disabled}
      {...(labelHidden ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      <Checkbox.Indicator className="grid">
        {mixed ? <span className={styles['dash']} /> : <Icon name="check" size={16} />}
      </Checkbox.Indicator>
    </Checkbox.Root>
  );
  if (labelHidden) return <span className={`line ${styles['check']}`}>{box}</span>;
  return (
    <label className={`line ${styles['check']}`}>
      {box}
      <span id={id}>{label}</span>
    </label>
  );
}
