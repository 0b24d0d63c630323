/** Ignores case, width, Unicode form and invisible characters around the name. */
export const foldName = (typed: string): string => trimUnseen(typed.normalize('NFKC').toLowerCase().normalize('NFKC'));

export const trimUnseen = (typed: string): string => typed.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
