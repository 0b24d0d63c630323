/** Unicode reserves these noncharacters for internal use by programs. */
export const textMarks = { begin: '\uFDD0', end: '\uFDD1', beginNumber: '\uFDD2', beginPicture: '\uFDD3' };
const anyMark = new RegExp(`[${Object.values(textMarks).join('')}]`, 'g');
export const withoutMarks = (text: string): string => text.replace(anyMark, '');
