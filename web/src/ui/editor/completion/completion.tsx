import { useState, type RefObject } from 'react';
import { EmojiOptions } from './emoji-options.js';
import { MemberOptions } from './member-options.js';
import { queryAt, type CompletionQuery } from './query.js';
import { ThreadOptions } from './thread-options.js';

const optionLists = { member: MemberOptions, thread: ThreadOptions, emoji: EmojiOptions };

export interface OptionsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  query: CompletionQuery;
  close: () => void;
}

interface CompletionProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: number | null;
}

export function Completion({ field, text, caret }: CompletionProps) {
  /** Where the query starts whose list the writer closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const query = caret === null ? null : queryAt(text, caret);
  if (closedAt !== null && query?.start !== closedAt) setClosedAt(null);
  if (!query || query.start === closedAt) return null;
  const Options = optionLists[query.kind];
  return <Options key={query.start} field={field} query={query} close={() => setClosedAt(query.start)} />;
}
