import { readTheme } from '@guildhall/domain/theme/css.js';

/** Whether the server would accept it as a colour. */
export function isColour(value: string): boolean {
  try {
    return Object.keys(readTheme(`--color-x: ${value};`)).length === 1;
  } catch {
    return false;
  }
}

/** A picked colour with the transparency of the one before. */
export function picked(before: string, six: string): string {
  const through = /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(before.trim())?.[1] ?? '';
  return six + through;
}
