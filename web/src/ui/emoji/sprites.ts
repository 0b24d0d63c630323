import type { Sprite } from './drawn.js';

/** The addresses of the drawn emoji. The build puts those of its files here; component tests have no files. */
export const sprites: Record<Sprite, string> = { places: '', reactions: '', actions: '' };
