import { setImmediate as nextTurn } from 'node:timers/promises';
import { Limiter } from '../process/limiter.js';
import type { OpenedText, Texts } from '../vault/texts.js';

const erasedText = '[erased]';
const erased = { text: erasedText, html: `<p>${erasedText}</p>`, preview: erasedText };

export type RenderedText = Pick<OpenedText, 'text' | 'html' | 'preview'>;

/** Opens all texts with one call, and renders those in `rendered` between other work. @throws VaultUnavailable */
export async function renderTexts(
  texts: Texts,
  sealed: readonly string[],
  form: 'html' | 'preview' = 'preview',
  rendered: readonly string[] = [],
): Promise<(sealed: string) => RenderedText> {
  const openedTexts = new Map(sealed.map((text) => [text, texts.openCached(text)]));
  const missing = [...openedTexts].filter(([, opened]) => opened === undefined).map(([text]) => text);
  if (missing.length > 0) for (const [text, opened] of await texts.open(missing)) openedTexts.set(text, opened);
  for (const text of rendered) {
    const opened = openedTexts.get(text);
    if (opened) await renderNext(opened, form);
  }
  return (text) => (texts.openCached(text) !== null && openedTexts.get(text)) || erased;
}

const maxWorkMs = 10;
const renderMutex = new Limiter({ running: 1 });
let workMs = 0;

async function renderNext(opened: OpenedText, form: 'html' | 'preview'): Promise<void> {
  if (opened.isRendered(form)) return;
  await renderMutex.run(async () => {
    const began = performance.now();
    void opened[form];
    workMs += performance.now() - began;
    if (workMs < maxWorkMs) return;
    workMs = 0;
    await nextTurn();
  });
}
