export class Html {
  constructor(readonly text: string) {}
}

type HtmlPiece = string | number | Html | readonly Html[];

/** Escapes every inserted value that is not already `Html`. */
export function html(words: TemplateStringsArray, ...pieces: HtmlPiece[]): Html {
  return new Html(
    words.map((word, index) => word + (index < pieces.length ? renderPiece(pieces[index] ?? '') : '')).join(''),
  );
}

export const emptyHtml = new Html('');

function renderPiece(piece: HtmlPiece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return piece.map(({ text }) => text).join('');
}

/** Returns the text of rendered Markdown, even if its end is cut off. */
export function extractText(renderedHtml: string): string {
  const characters = Object.entries(entities).map(([character, entity]) => [entity, character] as const);
  const characterOf = new Map<string, string>(characters);
  return renderedHtml
    .replace(/<[^>]*>?/g, '')
    .replace(/&[a-z#\d]+;/g, (entity) => characterOf.get(entity) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
