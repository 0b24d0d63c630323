import { Select } from '@base-ui/react/select';
import { Icon } from '../icon.js';
import styles from './controls.module.css';

export interface Option<Value extends string> {
  value: Value;
  name: string;
}

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  choose: (value: Value) => void;
  options: readonly Option<Value>[];
  /** `filter`: one button with the label and the chosen value, for the row of filters above a table. */
  kind?: 'field' | 'filter';
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean;
  disabled?: boolean;
}

/** Must be rendered inside a `CSPProvider` without style elements, as the whole admin area is. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, value, choose, options, kind = 'field', disabled = false, labelHidden = false } = props;
  const filter = kind === 'filter';
  const items = options.map((option) => ({ value: option.value, label: option.name }));
  return (
    <div className={filter ? undefined : `grid gap-6 shrinkable ${styles['field']}`}>
      <Select.Root
        items={items}
        value={value}
        onValueChange={(chosen) => chosen !== null && choose(chosen)}
        modal={false}
        disabled={disabled}
      >
        <Select.Label className={filter || labelHidden ? 'visually-hidden' : 'label'}>{label}</Select.Label>
        <Select.Trigger className={filter ? `text-14 ${styles['filter']}` : `spread full-width ${styles['select']}`}>
          {filter && (
            <span className="no-shrink color-muted" aria-hidden="true">
              {label}:
            </span>
          )}
          <Select.Value className={`ellipsis ${styles['value']}`} />
          <Select.Icon className="grid no-shrink color-faint">
            <Icon name="down" size={16} />
          </Select.Icon>
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className={styles['positioner']} sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className={`floating popup scroll-y ${styles['popup']}`}>
              <Select.List>
                {options.map((option) => (
                  <Select.Item
                    key={option.value}
                    value={option.value}
                    className={`line grid text-15 rounded menu-item ${styles['option']}`}
                  >
                    <Select.ItemIndicator className="grid color-link">
                      <Icon name="check" size={16} />
                    </Select.ItemIndicator>
                    <Select.ItemText className={`break-anywhere ${styles['optionName']}`}>
                      {option.name}
                    </Select.ItemText>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </div>
  );
}
