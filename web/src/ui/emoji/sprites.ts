import type { Sprite } from './drawn.js';

/** The build inserts the addresses of its files; component tests have none. */
export const sprites: Record<Sprite, string> = { places: '', reactions: '', actions: '' };
