const copiedStyles = [
  'boxSizing',
  'borderWidth',
  'padding',
  'font',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'wordSpacing',
] as const;

interface Spot {
  left: number;
  top: number;
  height: number;
}

/** Fields do not expose the position of a character, so a copy of the field is measured instead. */
function locateCharacter(field: HTMLTextAreaElement, index: number): Spot {
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const name of copiedStyles) copy.style[name] = style[name];
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', top: '0' });
  copy.style.overflowWrap = 'break-word';
  copy.style.width = `${field.clientWidth}px`;
  copy.textContent = field.value.slice(0, index);
  const mark = document.createElement('span');
  mark.textContent = field.value.slice(index) || '.';
  copy.append(mark);
  document.body.append(copy);
  const [piece] = mark.getClientRects();
  const { left, top } = copy.getBoundingClientRect();
  copy.remove();
  const height = Number.parseFloat(style.lineHeight) || 24;
  return { left: (piece?.left ?? left) - left, top: (piece?.top ?? top) - top - field.scrollTop, height };
}

/** Browsers do not scroll to text that a script inserts. Waits until the field has its new height. */
export function scrollToCaret(field: HTMLTextAreaElement): void {
  requestAnimationFrame(() => {
    const { top, height } = locateCharacter(field, field.selectionEnd);
    const hiddenHeight = Math.min(top, 0) + Math.max(top + height - field.clientHeight, 0);
    if (hiddenHeight !== 0) field.scrollTop += hiddenHeight;
  });
}

const gap = 6;
/** On phones, the composer is at the bottom edge, above the keyboard. */
const phone = '(max-width: 640px)';

export function locateCaret(list: HTMLElement, field: HTMLTextAreaElement, index: number): void {
  const caret = locateCharacter(field, index);
  const box = field.getBoundingClientRect();
  const topBelow = box.top + caret.top + caret.height + gap;
  const topAbove = box.top + caret.top - gap;
  const room = window.innerHeight - topBelow;
  const fitsBelow = !matchMedia(phone).matches && (list.offsetHeight <= room || topAbove < room);
  const left = Math.max(0, Math.min(caret.left, field.offsetWidth - list.offsetWidth));
  const frame = list.offsetParent?.getBoundingClientRect() ?? box;
  list.style.left = `${box.left + left - frame.left}px`;
  list.style.top = `${(fitsBelow ? topBelow : topAbove - list.offsetHeight) - frame.top}px`;
}
