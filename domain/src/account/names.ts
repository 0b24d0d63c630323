/** Ignores case, width, Unicode form and invisible characters around the name. */
export const foldName = (text: string): string => trimInvisible(text.normalize('NFKC').toLowerCase().normalize('NFKC'));

export const trimInvisible = (text: string): string => text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
