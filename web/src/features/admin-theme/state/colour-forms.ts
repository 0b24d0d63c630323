import { readTheme, type ThemeVariables } from '@guildhall/domain/theme/css.js';

/** Whether the server would accept it as a colour. */
export function isColour(value: string): boolean {
  try {
    return Object.keys(readTheme(`--color-x: ${value};`)).length === 1;
  } catch {
    return false;
  }
}

/** Six digits for a colour in digits, without its transparency; null for every other notation. */
export function sixDigits(colour: string): string | null {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(colour.trim())?.[1]?.toLowerCase();
  if (!digits) return null;
  if (digits.length <= 4)
    return `#${[...digits]
      .slice(0, 3)
      .map((digit) => digit + digit)
      .join('')}`;
  return `#${digits.slice(0, 6)}`;
}

/** A picked colour with the transparency of the one before. */
export function picked(before: string, six: string): string {
  const through = /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(before.trim())?.[1] ?? '';
  return six + through;
}

let canvas: CanvasRenderingContext2D | null = null;

/** Any colour in six digits, as this browser draws it. */
export function drawn(colour: string): string {
  const known = sixDigits(colour);
  if (known) return known;
  canvas ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return '#000000';
  canvas.fillStyle = '#000000';
  canvas.fillStyle = colour;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** With every colour in digits, so that contrasts can be computed. */
export function inDigits(theme: ThemeVariables): ThemeVariables {
  return Object.fromEntries(Object.entries(theme).map(([name, colour]) => [name, drawn(colour)]));
}
