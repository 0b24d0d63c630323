import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { webFolder } from './built-files.js';
import { ScreenFiles } from './screen-files.js';

export interface Template {
  head: string;
  body: string;
  end: string;
  screens: ScreenFiles;
  builtAt: number;
}

const indexFile = join(webFolder, 'index.html');
let current: Template | null = null;

export function loadTemplate(): Template | null {
  const builtAt = statSync(indexFile, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return null;
  if (current?.builtAt !== builtAt) {
    current = { ...splitTemplate(readFileSync(indexFile, 'utf8')), screens: readManifest(), builtAt };
  }
  return current;
}

function readManifest(): ScreenFiles {
  const file = join(webFolder, '.vite/manifest.json');
  return new ScreenFiles(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
}

/** The HTML already contains the text, so styles and fonts must load before scripts. */
const scripts = /<(?:script type="module"|link rel="modulepreload")/g;

const ownByPage = [/\s*<title>.*?<\/title>/s, /\s*<meta name="description"[^>]*>/, /\s*<link rel="icon"[^>]*>/];
const root = '<div id="root">';

function splitTemplate(html: string): Pick<Template, 'head' | 'body' | 'end'> {
  const lowPriority = html.replace(scripts, '$& fetchpriority="low"');
  const strippedHtml = ownByPage.reduce((text, mark) => text.replace(mark, ''), lowPriority);
  const [headEnd, rootAt] = [strippedHtml.indexOf('</head>'), strippedHtml.indexOf(`${root}</div>`)];
  if (headEnd < 0 || rootAt < 0) throw new Error('index.html lacks the end of its head, or an empty root element.');
  const rootEnd = rootAt + root.length;
  return {
    head: strippedHtml.slice(0, headEnd),
    body: strippedHtml.slice(headEnd, rootEnd),
    end: strippedHtml.slice(rootEnd),
  };
}
