export interface SelectedPiece {
  postId: number;
  range: Range;
  text: Element;
  left: number;
  bottom: number;
}

export function readSelectedPiece(): SelectedPiece | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || isField(document.activeElement)) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const container = range.commonAncestorContainer;
  const element = container instanceof Element ? container : container.parentElement;
  const post = element?.closest('li[id^="post-"]');
  const text = element?.closest('.prose') ?? post?.querySelector('.prose');
  const last = [...range.getClientRects()].at(-1);
  if (!post || !text || selection.toString().trim() === '' || !last) return null;
  keepWithin(range, text);
  const postId = Number(post.id.slice('post-'.length));
  return { postId, range, text, left: last.right + window.scrollX, bottom: last.bottom + window.scrollY };
}

function keepWithin(range: Range, text: Element): void {
  if (!text.contains(range.startContainer)) range.setStart(text, 0);
  if (!text.contains(range.endContainer)) range.setEnd(text, text.childNodes.length);
}

function isField(element: Element | null): boolean {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}
