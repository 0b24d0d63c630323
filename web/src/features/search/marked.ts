/** A part of a result's text; `marked` if it matches the query. */
export interface Piece {
  text: string;
  marked: boolean;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Splits text at the server's `<mark>` tags; other markup is not interpreted. */
export function piecesOf(html: string): Piece[] {
  const pieces = html.split(/(<mark>.*?<\/mark>)/s).map((piece): Piece => {
    const marked = piece.startsWith('<mark>') && piece.endsWith('</mark>');
    const text = marked ? piece.slice('<mark>'.length, -'</mark>'.length) : piece;
    return { text: text.replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity), marked };
  });
  return pieces.filter(({ text }) => text !== '');
}
