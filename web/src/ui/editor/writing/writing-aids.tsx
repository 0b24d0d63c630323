import { useEffect, type RefObject } from 'react';
import { Completion } from '../completion/completion.js';
import { applyChange } from '../insert-text.js';
import { usePaste } from '../paste/use-paste.js';
import { continueList } from './continue-list.js';

interface WritingAidsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: number | null;
}

export function WritingAids({ field, text, caret }: WritingAidsProps) {
  useListKeys(field);
  usePaste(field);
  return <Completion field={field} text={text} caret={caret} />;
}

/** Phone keyboards may not report Enter as a key, but they report the line break before it is inserted. */
function useListKeys(field: RefObject<HTMLTextAreaElement | null>): void {
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
