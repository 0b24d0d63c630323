import styles from './controls.module.css';

interface CheckboxFieldProps {
  label: string;
  labelHidden?: boolean;
  hint?: string;
  checked: boolean;
  mixed?: boolean;
  change: (checked: boolean) => void;
}

export function CheckboxField({ label, labelHidden, hint, checked, mixed = false, change }: CheckboxFieldProps) {
  const setMixed = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = mixed;
  };
  return (
    <label className={styles['check']}>
      <input ref={setMixed} type="checkbox" checked={checked} onChange={(event) => change(event.target.checked)} />
      <span className={labelHidden ? styles['hiddenLabel'] : undefined}>{label}</span>
      {hint !== undefined && <span className="muted">{hint}</span>}
    </label>
  );
}
