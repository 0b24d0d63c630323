import {
  descriptionLimits,
  textColours,
  type DescriptionPart,
  type TextColour,
  type TextStyle,
} from '@guildhall/domain/status/description.js';
import { removeControls } from './game-status.js';

type Look = Omit<DescriptionPart, 'text'>;

const plain: Look = { colour: null, styles: [] };
const maxDepth = 16;
/** Longer texts are cut off before they are parsed. */
const maxSourceCharacters = 4_000;

/** Reads a text with formatting codes, or a chat component. Returns an empty description for anything else. */
export function readDescription(source: unknown): DescriptionPart[] {
  const parts: DescriptionPart[] = [];
  addComponent(source, plain, 0, parts);
  return limitParts(parts);
}

function addComponent(source: unknown, inheritedLook: Look, depth: number, parts: DescriptionPart[]): void {
  if (depth > maxDepth || parts.length > descriptionLimits.parts) return;
  if (typeof source === 'string') return addCoded(source, inheritedLook, parts);
  if (typeof source !== 'object' || source === null) return;
  const component = Array.isArray(source) ? toComponent(source) : (source as Record<string, unknown>);
  const look = readLook(component, inheritedLook);
  const { text, fallback, extra } = component;
  const ownText = [text, fallback].find((value) => typeof value === 'string');
  if (ownText !== undefined) addComponent(ownText, look, depth + 1, parts);
  if (Array.isArray(extra)) for (const child of extra) addComponent(child, look, depth + 1, parts);
}

/** The first element of a list is the parent of the others. */
function toComponent([firstPart, ...others]: readonly unknown[]): Record<string, unknown> {
  if (typeof firstPart !== 'object' || firstPart === null || Array.isArray(firstPart))
    return { extra: [firstPart, ...others] };
  const { extra } = firstPart as { extra?: unknown };
  return { ...firstPart, extra: [...(Array.isArray(extra) ? (extra as unknown[]) : []), ...others] };
}

function readLook(component: Record<string, unknown>, { colour, styles }: Look): Look {
  const colourName = component['color'];
  const isOn = (style: TextStyle) =>
    typeof component[style] === 'boolean' ? component[style] : styles.includes(style);
  return {
    colour: typeof colourName === 'string' ? readColour(colourName) : colour,
    styles: (['bold', 'italic', 'underlined', 'strikethrough'] as const).filter(isOn),
  };
}

const styleOfCode: Record<string, TextStyle> = { l: 'bold', m: 'strikethrough', n: 'underlined', o: 'italic' };

function addCoded(source: string, inheritedLook: Look, parts: DescriptionPart[]): void {
  const spelledHex = /§x((?:§[\da-f]){6})/gi;
  const pieces = source
    .slice(0, maxSourceCharacters)
    .replace(
      spelledHex,
      (_, digits: string) => `§${textColours.indexOf(findNearestColour(digits.replaceAll('§', ''))).toString(16)}`,
    )
    .split(/§(.)/su);
  let look = inheritedLook;
  pieces.forEach((piece, index) => {
    if (parts.length > descriptionLimits.parts) return;
    if (index % 2 === 1) look = applyCode(piece.toLowerCase(), look, inheritedLook);
    else if (piece !== '') parts.push({ text: piece, ...look });
  });
}

/** A colour code ends the styles before it. */
function applyCode(code: string, look: Look, inheritedLook: Look): Look {
  if (code === 'r') return inheritedLook;
  const style = styleOfCode[code];
  if (style) return { ...look, styles: [...look.styles.filter((otherStyle) => otherStyle !== style), style] };
  const colour = /^[\da-f]$/.test(code) ? textColours[parseInt(code, 16)] : undefined;
  return colour ? { colour, styles: inheritedLook.styles } : look;
}

function readColour(name: string): TextColour | null {
  const hex = /^#([\da-f]{6})$/i.exec(name)?.[1];
  return hex ? findNearestColour(hex) : (textColours.find((colour) => colour === name) ?? null);
}

/** In the game, codes 0 to 7 are dark and 8 to f are bright. Each bit of a code is a channel. */
const getChannels = (index: number): number[] => {
  if (textColours[index] === 'gold') return [255, 170, 0];
  const [low, high] = index < 8 ? [0, 170] : [85, 255];
  return [4, 2, 1].map((bit) => (index & bit ? high : low));
};

function findNearestColour(hex: string): TextColour {
  const channels = [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
  const computeDistance = (index: number) =>
    getChannels(index).reduce((sum, channel, n) => sum + (channel - (channels[n] ?? 0)) ** 2, 0);
  const [nearest = 15] = textColours
    .map((_, index) => index)
    .sort((one, other) => computeDistance(one) - computeDistance(other));
  return textColours[nearest] ?? 'white';
}

/** Truncates the description to its limits and joins neighbours that look the same. */
function limitParts(parts: readonly DescriptionPart[]): DescriptionPart[] {
  const limitedParts: DescriptionPart[] = [];
  let [remaining, remainingBreaks] = [descriptionLimits.characters as number, descriptionLimits.lines - 1];
  for (const part of parts.slice(0, descriptionLimits.parts)) {
    const lines = part.text.split('\n').map((line) => removeControls(line).replace(/\s+/g, ' '));
    const visible = lines.slice(0, remainingBreaks + 1).join('\n');
    const text = [...visible].slice(0, remaining).join('');
    remainingBreaks -= Math.min(remainingBreaks, lines.length - 1);
    remaining -= [...text].length;
    const previous = limitedParts.at(-1);
    if (previous && looksSame(previous, part)) previous.text += text;
    else if (text !== '') limitedParts.push({ ...part, text });
    if (lines.join('\n') !== visible) break;
  }
  return limitedParts;
}

const looksSame = (one: Look, other: Look): boolean =>
  one.colour === other.colour && one.styles.join() === other.styles.join();
