const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');

/** XML must not contain control characters, not even escaped ones. */
export const removeIllegalCharacters = (xml: string): string => xml.replace(illegal, '');
const illegal = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
