import { Field } from '../field.js';
import field from '../field.module.css';
import styles from './controls.module.css';

export interface Option<Value extends string> {
  value: Value;
  name: string;
}

interface SelectFieldProps<Value extends string> {
  label: string;
  hint?: string;
  labelHidden?: boolean;
  value: Value;
  choose: (value: Value) => void;
  options: readonly Option<Value>[];
}

export function SelectField<Value extends string>({ label, hint, labelHidden, ...select }: SelectFieldProps<Value>) {
  if (labelHidden) return <Select aria-label={label} {...select} className={field['input']} />;
  return (
    <Field {...{ label, hint }}>
      {(inputProps) => <Select {...inputProps} {...select} className={field['input']} />}
    </Field>
  );
}

export function SelectFilter<Value extends string>({ label, ...select }: SelectFieldProps<Value>) {
  return (
    <label className={`text-14 ${styles['filter']}`}>
      <span className="no-shrink color-muted" aria-hidden="true">
        {label}:
      </span>
      <Select aria-label={label} {...select} className="bare ellipsis semibold" />
    </label>
  );
}

interface SelectProps<Value extends string> extends Pick<SelectFieldProps<Value>, 'value' | 'choose' | 'options'> {
  id?: string;
  'aria-label'?: string;
  className: string | undefined;
}

function Select<Value extends string>({ choose, options, ...rest }: SelectProps<Value>) {
  return (
    <select {...rest} onChange={(event) => choose(event.target.value as Value)}>
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
