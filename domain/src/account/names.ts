/** Folds a name for comparison: case, width, Unicode form and invisible characters around it do not matter. */
export const foldName = (typed: string): string => trimUnseen(typed.normalize('NFKC').toLowerCase().normalize('NFKC'));

/** Removes blanks and format characters from both ends; they come along when a text is copied. */
export const trimUnseen = (typed: string): string => typed.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '');
