import { computeContrast, convertToHex, isDark, toOklch, type Oklch } from './colour.js';
import type { ThemeVariables } from './css.js';
import { defaultAccent, type Appearance } from './base-colours.js';

type Tone = Omit<Oklch, 'h'>;

const minShapeContrast = 3;
const minTextContrast = 4.5;
const hoverStep = 0.045;
const maxLightness = 0.94;

interface Tones {
  fill: number;
  text: number;
  link: { lightnessChange: number; strength: number };
  focus: { lightnessChange: number; strength: number };
  mark: { from: number; to: number };
  soft: Tone;
  chartFill: Tone;
  selection: Tone;
  code: Tone;
}

const tonesOf: Record<Appearance, Tones> = {
  dark: {
    fill: minShapeContrast,
    text: 4.5,
    link: { lightnessChange: 0.065, strength: 0.83 },
    focus: { lightnessChange: 0.11, strength: 0.65 },
    mark: { from: 0.045, to: -0.1 },
    soft: { l: 0.289, c: 0.041 },
    chartFill: { l: 0.289, c: 0.041 },
    selection: { l: 0.412, c: 0.084 },
    code: { l: 0.911, c: 0.043 },
  },
  light: {
    fill: minTextContrast,
    text: 5.5,
    link: { lightnessChange: -0.07, strength: 0.9 },
    focus: { lightnessChange: 0.02, strength: 1 },
    mark: { from: 0.045, to: -0.1 },
    soft: { l: 0.949, c: 0.032 },
    chartFill: { l: 0.949, c: 0.032 },
    selection: { l: 0.907, c: 0.071 },
    code: { l: 0.349, c: 0.087 },
  },
  'high-contrast': {
    fill: 7,
    text: 7,
    link: { lightnessChange: 0.055, strength: 0.7 },
    focus: { lightnessChange: 0.2, strength: 0.2 },
    mark: { from: 0.055, to: 0 },
    soft: { l: 0.249, c: 0.051 },
    chartFill: { l: 0.332, c: 0.07 },
    selection: { l: 0.91, c: 0.1 },
    code: { l: 1, c: 0 },
  },
};

const backgroundNames = ['bg', 'bg-raised', 'bg-overlay', 'bg-inset', 'row-hover', 'quote'];
const frameNames = ['header', 'footer', 'sidebar'];

/**
 * All colours are readable (WCAG AA, or AAA in high contrast). The accent is adjusted only if it would be too close to
 * the background.
 * @param base the colours that are not derived from the accent
 */
export function derivePalette(accent: string, base: ThemeVariables, appearance: Appearance): ThemeVariables {
  const listBaseColours = (...names: string[]) => names.map((name) => base[`--color-${name}`] ?? '');
  const target = toOklch(accent) ?? toOklch(defaultAccent) ?? { l: 0.75, c: 0, h: 0 };
  const tones = tonesOf[appearance];
  const deriveAccentTone = ({ l, c }: Tone): Oklch => ({ l, c: Math.min(c, target.c * 0.6), h: target.h });
  const soft = convertToHex(deriveAccentTone(tones.soft));
  const linkBackgrounds = [...listBaseColours(...backgroundNames), soft];
  const fill = toReadableColour(target, listBaseColours('bg', 'bg-raised', 'bg-overlay', 'bg-inset'), tones.fill);
  const from = toOklch(fill) ?? target;
  const step = (lightnessChange: number, strength = 1) =>
    toShade(from, Math.min(from.l + lightnessChange, maxLightness), from.c * strength);
  const ink = chooseTextColour(fill, target, appearance);
  const isHoverBrighter = isDark(ink) && from.l + hoverStep < maxLightness;
  const hover = convertToHex(step(isHoverBrighter ? hoverStep : -hoverStep));
  return {
    '--color-accent': fill,
    '--color-accent-hover': hover,
    '--color-accent-soft': soft,
    '--color-on-accent': ink,
    '--color-link': toReadableColour(
      step(tones.link.lightnessChange, tones.link.strength),
      linkBackgrounds,
      tones.text,
    ),
    '--color-focus': toReadableColour(
      step(tones.focus.lightnessChange, tones.focus.strength),
      listBaseColours(...backgroundNames, ...frameNames),
      minShapeContrast,
    ),
    '--color-code-text': toReadableColour(deriveAccentTone(tones.code), listBaseColours('code'), minTextContrast),
    '--color-quote-bar': fill,
    '--color-selection': toReadableColour(
      deriveAccentTone(tones.selection),
      listBaseColours('selection-text'),
      minTextContrast,
    ),
    '--color-chart-line': fill,
    '--color-chart-fill': convertToHex(deriveAccentTone(tones.chartFill)),
    '--color-mark-from': toReadableColour(step(tones.mark.from), [ink], minShapeContrast),
    '--color-mark-to': toReadableColour(step(tones.mark.to), [ink], minShapeContrast),
  };
}

export function adjustRoleColour(colours: ThemeVariables, color: string, appearance: Appearance): string {
  const backgrounds = [...backgroundNames, 'accent-soft'].map((name) => colours[`--color-${name}`] ?? '');
  const target = toOklch(color);
  return target === null
    ? (colours['--color-role-staff'] ?? '')
    : toReadableColour(target, backgrounds, tonesOf[appearance].text);
}

/** Orange and yellow turn olive when they are darkened, so their hue is shifted towards red. */
function toShade({ l: from, h }: Oklch, l: number, c: number): Oklch {
  const hueShift = h > 45 && h < 115 ? Math.max(0, from - l) * 50 : 0;
  return { l, c, h: h - hueShift };
}

function toReadableColour(target: Oklch, backgrounds: readonly string[], minContrast: number): string {
  const lightnessStep = isDark(backgrounds[0] ?? '') ? 0.01 : -0.01;
  let best = { colour: '', contrast: 0 };
  for (let l = Math.min(1, Math.max(0, target.l)); l > -0.01 && l < 1.01; l += lightnessStep) {
    const colour = convertToHex(toShade(target, l, target.c));
    const lowestContrast = Math.min(...backgrounds.map((background) => computeContrast(colour, background) ?? 21));
    if (lowestContrast > best.contrast) best = { colour, contrast: lowestContrast };
    if (lowestContrast >= minContrast) break;
  }
  return best.colour;
}

/** Returns a very dark tone of the accent or white, depending on the scheme, or black if neither is readable. */
function chooseTextColour(accent: string, { c, h }: Oklch, appearance: Appearance): string {
  const dark = convertToHex({ l: 0.187, c: Math.min(c, 0.028), h });
  const inks = appearance === 'light' ? ['#ffffff', dark] : [dark, '#ffffff'];
  return [...inks, '#000000'].find((ink) => (computeContrast(ink, accent) ?? 0) >= minTextContrast) ?? '#000000';
}
