type Rgb = readonly [number, number, number];

/** Red, green and blue of a colour in hex digits, or of an rgb(); null for every other notation. */
function rgbOf(colour: string): Rgb | null {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(colour.trim())?.[1];
  if (digits && digits.length <= 4)
    return channels([...digits].slice(0, 3).map((digit) => parseInt(digit + digit, 16)));
  if (digits) return channels([0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)));
  const inside = /^rgba?\(([\d\s.,/]+)\)$/i.exec(colour.trim())?.[1];
  return inside === undefined
    ? null
    : channels(
        inside
          .split(/[\s,/]+/)
          .filter(Boolean)
          .map(Number),
      );
}

function channels([red, green, blue]: number[]): Rgb | null {
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}

/** Between 0 (black) and 1 (white), as WCAG reckons it. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // an array of three stays three
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21; null where one is in a notation that is not parsed here. */
export function contrast(one: string, other: string): number | null {
  const [first, second] = [rgbOf(one), rgbOf(other)];
  if (!first || !second) return null;
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether light text belongs on it; a colour that is not parsed here counts as dark, as the default theme is. */
export function isDark(colour: string): boolean {
  return (contrast(colour, '#ffffff') ?? 21) > (contrast(colour, '#000000') ?? 1);
}
