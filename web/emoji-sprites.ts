import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { listSpriteSets } from './emoji-catalogue.js';
import { drawnEmoji, getSymbolId, type Sprite } from './src/ui/emoji/drawn.js';

interface IconSet {
  icons: Record<string, { body: string } | undefined>;
}

const licence = 'Fluent Emoji, copyright (c) Microsoft Corporation, MIT License: see NOTICE.md';
const open = createRequire(import.meta.url);
const readSetFile = (file: string): unknown =>
  JSON.parse(readFileSync(open.resolve(`@iconify-json/fluent-emoji-flat/${file}`), 'utf8'));

let set: IconSet | undefined;
let names: Record<string, string | undefined> | undefined;

function findDrawing(emoji: string): string | undefined {
  set ??= readSetFile('icons.json') as IconSet;
  names ??= readSetFile('chars.json') as Record<string, string>; // This table maps code points to drawing names.
  const codePoints = getSymbolId(emoji);
  const name = names[codePoints] ?? names[codePoints.replaceAll('-fe0f', '')] ?? '';
  return set.icons[name]?.body;
}

/** @throws if the set has no drawing for the emoji */
function renderDrawing(emoji: string): string {
  const body = findDrawing(emoji);
  if (body === undefined) throw new Error(`No drawing for ${emoji} (${getSymbolId(emoji)})`);
  return body;
}

const hexColour = /#[\da-f]{6}\b/gi;
const maxDark = 0x60;

/**
 * Draws an emoji that has only dark colours, such as the musical note, in the text's colour. Otherwise, it would be
 * invisible on a dark page.
 */
function adaptToDark(body: string): string {
  const isDark = (colour: string) => [1, 3, 5].every((at) => parseInt(colour.slice(at, at + 2), 16) < maxDark);
  const colours = body.match(hexColour) ?? [];
  return colours.length > 0 && colours.every(isDark) ? body.replace(hexColour, 'currentColor') : body;
}

/** Returns an SVG sprite with one symbol per emoji, identified by its key. */
export function renderSprite(emojis: Readonly<Record<string, string>>): string {
  const symbols = Object.entries(emojis).map(
    ([key, emoji]) => `<symbol id="${key}" viewBox="0 0 32 32">${adaptToDark(renderDrawing(emoji))}</symbol>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${licence} -->${symbols.join('')}</svg>\n`;
}

const listPickerSets = () => listSpriteSets((emoji) => findDrawing(emoji) !== undefined);
type PickerSet = ReturnType<typeof listPickerSets>[number];

const renderPickerSprite = ({ emojis }: PickerSet): string =>
  renderSprite(Object.fromEntries(emojis.map(([emoji]) => [getSymbolId(emoji), emoji])));

const spriteNames = Object.keys(drawnEmoji) as Sprite[];
const buildDevPath = (name: string): string => `/emoji/${name}.svg`;

/** Emits the sprite files at build time and inserts their URLs into `sprites.ts` and `catalogue.ts`. */
export function createEmojiSprites(): Plugin {
  let isBuild = false;
  return {
    name: 'emoji-sprites',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    load(id) {
      const getAddress = (name: string, source: () => string) =>
        isBuild
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: `${name}.svg`, source: source() })}`
          : JSON.stringify(buildDevPath(name));
      const [file = ''] = id.split('?', 1);
      if (file.endsWith('/src/ui/emoji/sprites.ts')) {
        const addresses = spriteNames.map(
          (name) => `${name}: ${getAddress(name, () => renderSprite(drawnEmoji[name]))}`,
        );
        return `export const sprites = { ${addresses.join(', ')} };`;
      }
      if (file.endsWith('/src/ui/editor/emoji/catalogue.ts')) {
        const sets = listPickerSets().map((set) => {
          const { category, emojis } = set;
          const sprite = getAddress(`emoji-${set.name}`, () => renderPickerSprite(set));
          return `{ category: ${JSON.stringify(category)}, sprite: ${sprite}, emojis: ${JSON.stringify(emojis)} }`;
        });
        return `export const emojiSets = [${sets.join(', ')}];`;
      }
      return null;
    },
    configureServer(server) {
      const serve = (name: string, source: () => string) =>
        server.middlewares.use(buildDevPath(name), (_req, res) => {
          res.setHeader('content-type', 'image/svg+xml');
          res.end(source());
        });
      for (const name of spriteNames) serve(name, () => renderSprite(drawnEmoji[name]));
      for (const set of listPickerSets()) serve(`emoji-${set.name}`, () => renderPickerSprite(set));
    },
  };
}
