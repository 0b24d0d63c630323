import type { DescriptionPart } from '@guildhall/domain/status/description.js';

/** What a game server reports about itself, within limits. The picture is not checked yet. */
export interface GameStatus {
  players: number | null;
  maxPlayers: number | null;
  version: string;
  description: DescriptionPart[];
  icon: Buffer | null;
  latencyMs: number | null;
}

/** The attempt does not show whether the server is online, for example because its name cannot be resolved. */
export class StatusUnknown extends Error {}

/** The ping ended before the name was resolved, which reveals nothing about the game server. */
export class NotResolved extends StatusUnknown {
  constructor() {
    super('The name was not resolved in time');
  }
}

const maxVersionLength = 60;
const maxPlayers = 1_000_000_000;

export const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxPlayers ? value : null;

/** Removes control characters, including those that change the direction of text, and formatting codes. */
export const readVersion = (value: unknown): string =>
  typeof value === 'string'
    ? removeControls(value.replace(/§./gu, '').slice(0, maxVersionLength)).replace(/\s+/g, ' ').trim()
    : '';

export const removeControls = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '');
