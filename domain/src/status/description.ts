/** Minecraft's sixteen chat colours, in the order of their codes (§0 to §f). */
export const textColours = [
  ...(['black', 'dark_blue', 'dark_green', 'dark_aqua', 'dark_red', 'dark_purple', 'gold', 'gray'] as const),
  ...(['dark_gray', 'blue', 'green', 'aqua', 'red', 'light_purple', 'yellow', 'white'] as const),
] as const;
export type TextColour = (typeof textColours)[number];

export const textStyles = ['bold', 'italic', 'underlined', 'strikethrough'] as const;
export type TextStyle = (typeof textStyles)[number];

/** A part of a server's description. Contains at most one line break, as does the whole description. */
export interface DescriptionPart {
  text: string;
  colour: TextColour | null;
  styles: readonly TextStyle[];
}

export const descriptionLimits = { characters: 300, parts: 60, lines: 2 } as const;
