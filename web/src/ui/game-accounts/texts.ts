import type { Edition } from '@guildhall/domain/games/identity.js';

export const editionTexts: Record<Edition, string> = { java: 'Java Edition', bedrock: 'Bedrock Edition' };

export const texts = { title: 'Plays as', editions: editionTexts } as const;
