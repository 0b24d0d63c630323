import type { Sprite } from './drawn.js';

/** The build inserts the URLs, which are empty in component tests. */
export const sprites: Record<Sprite, string> = { places: '', reactions: '', actions: '', categories: '' };
