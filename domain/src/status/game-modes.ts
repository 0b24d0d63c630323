/** The modes that every site has, as written in the URLs of their pages. */
export const offeredModes = ['wildwestern', 'battleroyale', 'kingdoms'] as const;

/** Names with the same key refer to the same mode. The key is the last part of the mode page's URL. */
export const toModeKey = (name: string): string => name.toLowerCase().replaceAll(/[ _-]/g, '');
