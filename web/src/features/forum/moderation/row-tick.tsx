import { useRef } from 'react';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import styles from './moderate-threads.module.css';
import { toggleThread, useSelection } from './selection.js';
import { texts } from './texts.js';

/** Shift selects every thread since the one toggled last. */
export function RowTick({ row: { id, title } }: { row: { id: number; title: string } }) {
  const isTicked = useSelection((state) => state.selectedIds.has(id));
  const shift = useRef(false);
  return (
    <span
      className={`centred relative ${styles['checkbox']}`}
      onPointerDownCapture={(event) => (shift.current = event.shiftKey)}
      onKeyDownCapture={(event) => (shift.current = event.shiftKey)}
    >
      <CheckboxField
        label={texts.selectThread(title)}
        labelHidden
        checked={isTicked}
        change={(on) => toggleThread(id, on, shift.current)}
      />
    </span>
  );
}
