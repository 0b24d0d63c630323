import { useState, type RefObject } from 'react';
import { EmojiDrawing } from '../../emoji/emoji.js';
import { findEmojis, useEmojis, type PickableEmoji } from '../emoji/emojis.js';
import { maxOptions, OptionList, type CompletionOption, type OptionsProps } from './option-list.js';
import { MemberOptions } from './member-options.js';
import { findQuery } from './query.js';
import { ThreadOptions } from './thread-options.js';

const optionLists = { member: MemberOptions, thread: ThreadOptions, emoji: EmojiOptions };

interface CompletionProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: number | null;
}

export function Completion({ field, text, caret }: CompletionProps) {
  /** The start of the query whose list the writer closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const query = caret === null ? null : findQuery(text, caret);
  if (closedAt !== null && query?.start !== closedAt) setClosedAt(null);
  if (!query || query.start === closedAt) return null;
  const Options = optionLists[query.kind];
  return <Options key={query.start} field={field} query={query} close={() => setClosedAt(query.start)} />;
}

function EmojiOptions(props: OptionsProps) {
  const typedText = props.query.typedText.toLowerCase();
  const { emojis } = useEmojis();
  const foundEmojis = findEmojis(emojis, typedText, maxOptions);
  const exact = foundEmojis.find(({ names }) => names.includes(typedText));
  return <OptionList {...props} options={foundEmojis.map(toOption)} exact={exact && toOption(exact)} />;
}

const toOption = ({ character, names, drawing }: PickableEmoji): CompletionOption => ({
  key: character,
  text: character,
  view: (
    <>
      <span className="text-22">
        <EmojiDrawing address={drawing} />
      </span>
      {names[0]}
    </>
  ),
});
