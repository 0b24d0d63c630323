/** The modes that every site has, as in the addresses of their pages. */
export const offeredModes = ['wildwestern', 'battleroyale', 'kingdoms'] as const;

/** Names with the same key are the same mode. It is the last part of the address of the mode's page. */
export const modeKey = (name: string): string => name.toLowerCase().replaceAll(/[ _-]/g, '');
