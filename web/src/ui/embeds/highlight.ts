import core from '@highlightjs/cdn-assets/es/core.js';
import bash from '@highlightjs/cdn-assets/es/languages/bash.min.js';
import css from '@highlightjs/cdn-assets/es/languages/css.min.js';
import diff from '@highlightjs/cdn-assets/es/languages/diff.min.js';
import ini from '@highlightjs/cdn-assets/es/languages/ini.min.js';
import java from '@highlightjs/cdn-assets/es/languages/java.min.js';
import javascript from '@highlightjs/cdn-assets/es/languages/javascript.min.js';
import json from '@highlightjs/cdn-assets/es/languages/json.min.js';
import kotlin from '@highlightjs/cdn-assets/es/languages/kotlin.min.js';
import markdown from '@highlightjs/cdn-assets/es/languages/markdown.min.js';
import properties from '@highlightjs/cdn-assets/es/languages/properties.min.js';
import python from '@highlightjs/cdn-assets/es/languages/python.min.js';
import sql from '@highlightjs/cdn-assets/es/languages/sql.min.js';
import typescript from '@highlightjs/cdn-assets/es/languages/typescript.min.js';
import xml from '@highlightjs/cdn-assets/es/languages/xml.min.js';
import yaml from '@highlightjs/cdn-assets/es/languages/yaml.min.js';
import './highlight.css';

const grammars = {
  bash,
  css,
  diff,
  ini,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  properties,
  python,
  sql,
  typescript,
};
for (const [name, grammar] of Object.entries({ ...grammars, xml, yaml })) core.registerLanguage(name, grammar);

/** The class the server uses to mark a code block's language. */
const languageClass = /(?:^| )language-(\w+)/;

/** Wraps the words of a code block in elements without changing its text. */
export function highlight(code: HTMLElement): void {
  const text = code.textContent;
  const language = languageClass.exec(code.className)?.[1] ?? '';
  if (!core.getLanguage(language)) return;
  const template = document.createElement('template');
  // The library escapes the text and adds only `span` elements with classes.
  template.innerHTML = core.highlight(text, { language, ignoreIllegals: true }).value;
  if (template.content.textContent === text) code.replaceChildren(template.content);
}
