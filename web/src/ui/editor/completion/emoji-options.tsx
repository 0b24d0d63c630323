import { EmojiDrawing } from '../../emoji/emoji.js';
import { findEmojis, useEmojis, type PickableEmoji } from '../emoji/emojis.js';
import type { OptionsProps } from './completion.js';
import { maxOptions, OptionList, type CompletionOption } from './option-list.js';

export function EmojiOptions(props: OptionsProps) {
  const typed = props.query.typed.toLowerCase();
  const { emojis } = useEmojis();
  const found = findEmojis(emojis, typed, maxOptions);
  const exact = found.find(({ names }) => names.includes(typed));
  return <OptionList {...props} options={found.map(optionOf)} exact={exact && optionOf(exact)} />;
}

const optionOf = ({ character, names, drawing }: PickableEmoji): CompletionOption => ({
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
