export interface SelectedPiece {
  postId: number;
  text: string;
  /** The end of the selection, in pixels of the whole page. */
  left: number;
  bottom: number;
}

/** The selected text and its place, when it lies within the text of one post. */
export function selectedPiece(): SelectedPiece | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || isField(document.activeElement)) return null;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const post = (around instanceof Element ? around : around.parentElement)?.closest('li[id^="post-"]');
  const text = selection.toString().trim();
  const last = [...range.getClientRects()].at(-1);
  if (!post || text === '' || !last) return null;
  const postId = Number(post.id.slice('post-'.length));
  return { postId, text, left: last.right + window.scrollX, bottom: last.bottom + window.scrollY };
}

function isField(element: Element | null): boolean {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}
