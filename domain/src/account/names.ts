/**
 * The form in which names are compared: one for each letter, whatever its width, its case and the way it was typed, and
 * without what surrounds it unseen.
 */
export const foldName = (typed: string): string => trimUnseen(typed.normalize('NFKC').toLowerCase().normalize('NFKC'));

/** Without blanks and format characters at both ends, which come along when a text is copied. */
export const trimUnseen = (typed: string): string => typed.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
