import {
  clampChroma,
  converter,
  formatHex,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  modeXyz50,
  modeXyz65,
  parse,
  useMode as registerNotation,
  wcagContrast,
} from 'culori/fn';

for (const notation of [modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch])
  registerNotation(notation as never);
for (const mode of [modeLrgb, modeXyz50, modeXyz65]) registerNotation(mode as never);

/** An OKLCH colour with a lightness from 0 to 1, a chroma (0 is grey), and a hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

const convertToOklch = converter('oklch');

export function toHex(colour: string): string | null {
  return formatHex(parse(colour.trim().toLowerCase())) ?? null;
}

export function toOklch(colour: string): Oklch | null {
  const { l, c, h = 0 } = convertToOklch(parse(colour.trim().toLowerCase())) ?? {};
  return l === undefined || c === undefined ? null : { l, c, h };
}

export function convertToHex({ l, c, h }: Oklch): string {
  return formatHex(clampChroma({ mode: 'oklch', l: Math.min(1, Math.max(0, l)), c, h }, 'oklch'));
}

/** Returns the WCAG contrast ratio of two colours, from 1 to 21, or null if one is not a colour. */
export function computeContrast(a: string, b: string): number | null {
  const [hexA, hexB] = [toHex(a), toHex(b)];
  return hexA === null || hexB === null ? null : wcagContrast(hexA, hexB);
}

/** Treats an invalid colour as dark, like the default theme. */
export function isDark(colour: string): boolean {
  return (computeContrast(colour, '#ffffff') ?? 21) > (computeContrast(colour, '#000000') ?? 1);
}
