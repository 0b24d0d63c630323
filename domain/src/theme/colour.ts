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

// Those of CSS, and those between which the others are converted.
for (const notation of [modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch])
  registerNotation(notation as never);
for (const between of [modeLrgb, modeXyz50, modeXyz65]) registerNotation(between as never);

/** A colour by how bright (0 to 1), how strong (0 is grey) and of which hue (degrees) people see it. */
export interface Perceived {
  l: number;
  c: number;
  h: number;
}

const toPerceived = converter('oklch');

/** Six digits for a colour in any CSS notation, without its transparency; null where it is none. */
export function hexOf(colour: string): string | null {
  return formatHex(parse(colour.trim().toLowerCase())) ?? null;
}

export function perceivedOf(colour: string): Perceived | null {
  const { l, c, h = 0 } = toPerceived(parse(colour.trim().toLowerCase())) ?? {};
  return l === undefined || c === undefined ? null : { l, c, h };
}

/** The colour in six digits; one that no screen shows becomes the strongest of its brightness and hue. */
export function hexOfPerceived({ l, c, h }: Perceived): string {
  return formatHex(clampChroma({ mode: 'oklch', l: Math.min(1, Math.max(0, l)), c, h }, 'oklch'));
}

/** The contrast ratio of two colours, from 1 to 21 as WCAG reckons it; null where one is not a colour. */
export function contrast(one: string, other: string): number | null {
  const [first, second] = [hexOf(one), hexOf(other)];
  return first === null || second === null ? null : wcagContrast(first, second);
}

/** Whether light text belongs on it; what is not a colour counts as dark, as the default theme is. */
export function isDark(colour: string): boolean {
  return (contrast(colour, '#ffffff') ?? 21) > (contrast(colour, '#000000') ?? 1);
}
