/**
 * Word copies a list item as a paragraph whose style contains its level. The marker is in a span that other programs
 * should ignore.
 */
export function buildWordLists(body: HTMLElement): void {
  /** The open lists, outermost first. */
  let lists: HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) {
    const level = Number(/mso-list:[^;]*level(\d)/.exec(paragraph.dataset['style'] ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    if (paragraph.previousElementSibling !== lists[0]) lists = [];
    lists = lists.slice(0, level);
    const marker = takeMarker(paragraph);
    while (lists.length < level) {
      const list = createList(marker);
      const outer = lists.at(-1);
      if (outer) (outer.lastElementChild ?? outer).append(list);
      else paragraph.before(list);
      lists.push(list);
    }
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    lists.at(-1)?.append(item);
    paragraph.remove();
  }
}

function takeMarker(paragraph: HTMLElement): string {
  const ignoredElement = paragraph.querySelector('[data-style*="mso-list:Ignore"]');
  ignoredElement?.remove();
  return ignoredElement?.textContent.trim() ?? '';
}

function createList(marker: string): HTMLElement {
  if (!/^\(?\w+[.)]/.test(marker)) return document.createElement('ul');
  const list = document.createElement('ol');
  list.start = Number.parseInt(marker, 10) || 1;
  return list;
}
