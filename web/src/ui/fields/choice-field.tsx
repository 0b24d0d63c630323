import { useId } from 'react';
import styles from './controls.module.css';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  hint?: string;
  value: Value;
  choose: (value: Value) => void;
  options: readonly { value: Value; name: string; hint?: string }[];
}

export function ChoiceField<Value extends string>({ label, hint, value, choose, options }: ChoiceFieldProps<Value>) {
  const id = useId();
  const plain = options.every(({ hint }) => hint === undefined);
  return (
    <fieldset
      className={`grid gap-6 shrinkable ${styles['choices']}`}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <legend className="label">{label}</legend>
      <div className={plain ? 'flow gap-8' : 'grid gap-4'}>
        {options.map((option) => (
          <label key={option.value} className={plain ? `pickable text-14 ${styles['choiceButton']}` : styles['choice']}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}-hint`}
              onChange={() => choose(option.value)}
            />
            <span>
              <span id={`${id}-${option.value}`}>{option.name}</span>
              {option.hint !== undefined && (
                <span id={`${id}-${option.value}-hint`} className="hint">
                  {' '}
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
