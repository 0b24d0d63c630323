// @ts-check
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const glossary = 'docs/glossary.md';

// This check rejects the glossary's retired words: names in identifiers and file names, kinds in strings and CSS
// classes, phrases in comments, documents and test titles, and phrases that the site shows.

/** @typedef {'names' | 'kinds' | 'prose' | 'texts'} Kind */
/** @typedef {{ pattern: RegExp, instead: string, where: Kind }} Retired */

/**
 * Parses the lines below "Retired words". Each has a context, a regular expression, and what to write instead.
 * @param {string} text the glossary
 * @returns {Retired[]}
 */
export function parseRetiredWords(text) {
  const lines = text
    .slice(text.indexOf('## Retired words'))
    .matchAll(/^(names|kinds|prose|texts) {2}(.+?) {2,}(.+)$/gm);
  return Array.from(lines, ([, where, source = '', instead = '']) => ({
    where: /** @type {Kind} */ (where), // The pattern allows no other value.
    pattern: new RegExp(source, where === 'names' || where === 'kinds' ? '' : 'i'),
    instead,
  }));
}

/**
 * @param {string} path relative to the repository root
 * @param {string} text
 * @param {readonly Retired[]} retiredWords
 * @returns {string[]} one line per retired word in the file
 */
export function findRetiredWords(path, text, retiredWords) {
  const pieces = /\.md$/.test(path)
    ? listProsePieces(text)
    : path.endsWith('.css')
      ? listCssPieces(text)
      : listSourcePieces(path, text);
  pieces.push({ kind: 'names', text: basename(path), line: 1 });
  return pieces.flatMap(({ kind, text: piece, line }) =>
    retiredWords
      .filter(({ where, pattern }) => where === kind && pattern.test(piece))
      .map(({ pattern, instead }) => `${path}:${line}: ${pattern.source} is retired: ${instead}`),
  );
}

/** @typedef {{ kind: Kind, text: string, line: number }} Piece */

/** Users read these strings on the site and in emails. */
const textFiles = /(^|[/-])texts\.ts$|domain\/src\/refusals\.ts$/;

/** @param {string} text a document @returns {Piece[]} lines without the code in backticks */
function listProsePieces(text) {
  return text
    .split('\n')
    .map((line, index) => ({ kind: 'prose', text: line.replace(/`[^`]*`/g, ''), line: index + 1 }));
}

/** @param {string} text a style sheet @returns {Piece[]} its classes and comments */
function listCssPieces(text) {
  return Array.from(text.matchAll(/\.([a-z][\w-]*)|\/\*[^]*?\*\//gi), ({ 0: whole, 1: name, index }) => ({
    kind: name === undefined ? 'prose' : 'kinds',
    text: name ?? whole.replace(/\s+/g, ' '),
    line: text.slice(0, index).split('\n').length,
  }));
}

/** @param {string} path @param {string} text @returns {Piece[]} */
function listSourcePieces(path, text) {
  const file = ts.createSourceFile(path.endsWith('.tsx') ? 'a.tsx' : 'a.ts', text, ts.ScriptTarget.Latest, true);
  const hasTexts = textFiles.test(path);
  /** @type {Piece[]} */
  const pieces = [];
  /** @param {Piece['kind']} kind @param {string} piece @param {number} position */
  const add = (kind, piece, position) =>
    pieces.push({ kind, text: piece, line: file.getLineAndCharacterOfPosition(position).line + 1 });
  /** @type {Set<number>} */
  const seenNames = new Set();
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) add('names', node.text, node.getStart());
    if (!hasTexts && ts.isStringLiteralLike(node)) {
      for (const word of node.text.match(/^[\w -]+$/)?.[0].split(' ') ?? []) add('kinds', word, node.getStart());
    }
    if (hasTexts && isText(node)) add('texts', node.text, node.getStart());
    if (ts.isCallExpression(node) && /^(it|test|describe)\b/.test(node.expression.getText())) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        add('prose', title.getText(), title.getStart());
      }
    }
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) addComment(range);
    for (const range of ts.getTrailingCommentRanges(text, node.getEnd()) ?? []) addComment(range);
    node.getChildren().forEach(visit);
  };
  /** @param {ts.CommentRange} range */
  const addComment = ({ pos, end }) => {
    if (seenNames.has(pos)) return;
    seenNames.add(pos);
    // A phrase may span two lines.
    const prose = text
      .slice(pos, end)
      .replace(/\n\s*(\*|\/\/)? ?/g, ' ')
      .replace(/`[^`]*`/g, '');
    add('prose', prose, pos);
  };
  visit(file);
  return pieces;
}

/** Returns whether a node contains text, as a string or a template part but not a key. @param {ts.Node} node @returns {node is ts.LiteralLikeNode} */
function isText(node) {
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return true;
  return ts.isStringLiteralLike(node) && !(ts.isPropertyAssignment(node.parent) && node.parent.name === node);
}

if (process.argv[1] === import.meta.filename) {
  const retiredTerms = parseRetiredWords(readFileSync(join(root, glossary), 'utf8'));
  if (retiredTerms.length === 0) throw new Error(`${glossary} retires no words`);
  const trackedFiles = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const paths = trackedFiles.filter((path) => /\.(ts|tsx|mjs|js|css|md)$/.test(path) && path !== glossary);
  const violations = paths
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => findRetiredWords(path, readFileSync(join(root, path), 'utf8'), retiredTerms));
  for (const line of violations) console.error(line);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
