import { setImmediate as nextTurn } from 'node:timers/promises';
import { Limiter } from '../process/limiter.js';
import type { OpenedText, Texts } from '../vault/texts.js';

const erasedText = '[erased]';
const erasedRendering = { text: erasedText, html: `<p>${erasedText}</p>`, preview: erasedText, leadingPicture: null };

export type RenderedText = Pick<OpenedText, 'text' | 'html' | 'preview' | 'leadingPicture'>;

/**
 * Opens all texts with a single call and renders those in `rendered`, yielding to other work in between.
 * @throws VaultUnavailable
 */
export async function renderTexts(
  texts: Texts,
  sealedTexts: readonly string[],
  form: 'html' | 'preview' = 'preview',
  renderedTexts: readonly string[] = [],
): Promise<(sealedText: string) => RenderedText> {
  const openedTexts = new Map(sealedTexts.map((text) => [text, texts.openCached(text)]));
  const missingTexts = [...openedTexts].filter(([, openedText]) => openedText === undefined).map(([text]) => text);
  if (missingTexts.length > 0)
    for (const [text, openedText] of await texts.open(missingTexts)) openedTexts.set(text, openedText);
  for (const text of renderedTexts) {
    const openedText = openedTexts.get(text);
    if (openedText) await renderNext(openedText, form);
  }
  return (text) => (texts.openCached(text) !== null && openedTexts.get(text)) || erasedRendering;
}

const maxWorkMs = 10;
const renderMutex = new Limiter({ running: 1 });
let workMs = 0;

async function renderNext(openedText: OpenedText, form: 'html' | 'preview'): Promise<void> {
  if (openedText.isRendered(form)) return;
  await renderMutex.run(async () => {
    const startedAt = performance.now();
    void openedText[form];
    workMs += performance.now() - startedAt;
    if (workMs < maxWorkMs) return;
    workMs = 0;
    await nextTurn();
  });
}
