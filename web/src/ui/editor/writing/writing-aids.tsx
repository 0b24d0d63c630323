import type { RefObject } from 'react';
import { Completion } from '../completion/completion.js';
import { usePaste } from '../paste/use-paste.js';
import { useListKeys } from './use-list-keys.js';

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
