import styles from './controls.module.css';

interface CheckboxFieldProps {
  label: string;
  labelHidden?: boolean;
  hint?: string;
  checked: boolean;
  /** Some, but not all, of the represented items are selected. */
  mixed?: boolean;
  change: (checked: boolean) => void;
}

export function CheckboxField({ label, labelHidden, hint, checked, mixed = false, change }: CheckboxFieldProps) {
  const setMixed = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = mixed;
  };
  return (
    <label className={styles['check']}>
      <input
        ref={setMixed}
        type="checkbox"
        checked={checked}
        aria-label={labelHidden ? label : undefined}
        onChange={(event) => change(event.target.checked)}
      />
      {!labelHidden && <span>{label}</span>}
      {hint !== undefined && <span className="muted">{hint}</span>}
    </label>
  );
}
