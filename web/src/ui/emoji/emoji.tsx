import type { Sprite } from './drawn.js';
import { sprites } from './sprites.js';

interface EmojiProps {
  sprite: Sprite;
  /** Of the drawing in its sprite. */
  name: string;
  /** Not shown, as many machines have no drawing for it; but copied with the text around it. */
  character: string;
  /** What screen readers say; left out where the text beside it says it. */
  label?: string;
}

/** An emoji as the site draws it, on every machine alike; as large as the letters around it. */
export function Emoji({ sprite, name, character, label }: EmojiProps) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <>
      <svg className="emoji" width="1em" height="1em" viewBox="0 0 32 32" {...named}>
        <use href={`${sprites[sprite]}#${name}`} />
      </svg>
      <span className="visually-hidden" aria-hidden="true">
        {character}
      </span>
    </>
  );
}
