import type { Position } from './port.js';

const width = 20;

export function toPosition(n: number): Position {
  return String(n).padStart(width, '0');
}

export function fromPosition(position: Position): number {
  if (position.length !== width || !/^\d+$/.test(position)) throw new RangeError(`Not a position: ${position}`);
  return Number(position);
}
