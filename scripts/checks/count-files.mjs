// Counts the source files that each API route loads: the route itself, and everything that it imports as a value. Type
// imports load nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const routes = join(root, 'server/src/routes');
const isWrite = /\broute\.(post|put|delete)\(/;

/** @type {Map<string, string[]>} */
const known = new Map();

/** Returns the repository's own files that a file imports as values. @param {string} file */
function valueImports(file) {
  const found =
    known.get(file) ??
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest).statements.flatMap((it) => {
      if (!ts.isImportDeclaration(it) && !ts.isExportDeclaration(it)) return [];
      if (!it.moduleSpecifier || !ts.isStringLiteral(it.moduleSpecifier) || isTypeOnly(it)) return [];
      return sourceOf(it.moduleSpecifier.text, file) ?? [];
    });
  known.set(file, found);
  return found;
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} it */
function isTypeOnly(it) {
  if (ts.isExportDeclaration(it)) return it.isTypeOnly;
  const clause = it.importClause;
  if (!clause) return false; // imported for its side effects
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return !clause.name && !!names && ts.isNamedImports(names) && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** Returns null for a module of another package. @param {string} specifier @param {string} from */
function sourceOf(specifier, from) {
  const [, workspace, path] = /^@guildhall\/([\w-]+)\/(.*)\.js$/.exec(specifier) ?? [];
  if (workspace && path) return join(root, workspace, 'src', `${path}.ts`);
  if (!specifier.startsWith('.')) return null;
  const file = resolve(dirname(from), specifier.replace(/\.js$/, '.ts'));
  return existsSync(file) ? file : null;
}

/** Returns a file and all files that it loads. @param {string} file @returns {Set<string>} */
function loadedBy(file) {
  const loaded = new Set([file]);
  // The set grows during the iteration.
  for (const one of loaded) for (const imported of valueImports(one)) loaded.add(imported);
  return loaded;
}

/** Lists the routes that write, in descending order of the files that they load. */
export function countWriteRoutes() {
  return readdirSync(routes)
    .filter((name) => !name.includes('.test.') && isWrite.test(readFileSync(join(routes, name), 'utf8')))
    .map((name) => ({ name, files: [...loadedBy(join(routes, name))].map((file) => file.slice(root.length + 1)) }))
    .sort((a, b) => b.files.length - a.files.length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, files } of countWriteRoutes()) console.log(String(files.length).padStart(4), name);
}
