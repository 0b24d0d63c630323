import { useEffect, type RefObject } from 'react';
import { applyChange } from '../insert-text.js';
import { continueList } from './continue-list.js';

/** Phone keyboards may not report Enter as a key, but they report the line break before it is inserted. */
export function useListKeys(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const area = field.current;
    let withShift = false;
    const onKey = (event: KeyboardEvent) => (withShift = event.shiftKey);
    const onInput = (event: InputEvent) => {
      if (!area || event.inputType !== 'insertLineBreak' || withShift || event.isComposing) return;
      const { value: text, selectionStart: start, selectionEnd: end } = area;
      const change = continueList({ text, start, end });
      if (!change) return;
      event.preventDefault();
      applyChange(area, change);
    };
    area?.addEventListener('keydown', onKey);
    area?.addEventListener('beforeinput', onInput);
    return () => {
      area?.removeEventListener('keydown', onKey);
      area?.removeEventListener('beforeinput', onInput);
    };
  }, [field]);
}
