/** The emoji's code points identify its drawing in a sprite file. */
export const symbolOf = (emoji: string): string =>
  Array.from(emoji, (character) => character.codePointAt(0)?.toString(16)).join('-');
