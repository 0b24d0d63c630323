import type { SVGProps } from 'react';
import type { Sprite } from './drawn.js';
import { sprites } from './sprites.js';

interface EmojiProps {
  sprite: Sprite;
  name: string;
  /** Included when the surrounding text is copied. Hidden because many systems have no glyph for it. */
  character: string;
  /** Omitted if the adjacent text says the same. */
  label?: string;
}

export function Emoji({ sprite, name, character, label }: EmojiProps) {
  const attributes = label === undefined ? {} : { role: 'img', 'aria-label': label, 'aria-hidden': undefined };
  return (
    <>
      <EmojiDrawing address={`${sprites[sprite]}#${name}`} {...attributes} />
      <span className="visually-hidden" aria-hidden="true">
        {character}
      </span>
    </>
  );
}

/** Hidden from screen readers unless `attributes` name it. */
export function EmojiDrawing({ address, ...attributes }: SVGProps<SVGSVGElement> & { address: string }) {
  return (
    <svg className="emoji" width="1em" height="1em" viewBox="0 0 32 32" aria-hidden {...attributes}>
      <use href={address} />
    </svg>
  );
}
