// This script counts the source files that each API route loads: the route itself and, recursively, everything that it
// imports as a value. Type imports load nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const routesFolder = join(root, 'server/src/routes');
const writeRoute = /\broute\.(post|put|delete)\(/;

/** @type {Map<string, string[]>} */
const importsByFile = new Map();

/** Returns the repository's own files that a file imports as values. @param {string} file */
function listValueImports(file) {
  const imports =
    importsByFile.get(file) ??
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest).statements.flatMap((statement) => {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
      const { moduleSpecifier } = statement;
      if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || isTypeOnly(statement)) return [];
      return findSourceFile(moduleSpecifier.text, file) ?? [];
    });
  importsByFile.set(file, imports);
  return imports;
}

/** @param {ts.ImportDeclaration | ts.ExportDeclaration} declaration */
function isTypeOnly(declaration) {
  if (ts.isExportDeclaration(declaration)) return declaration.isTypeOnly;
  const clause = declaration.importClause;
  if (!clause) return false; // The module is imported for its side effects.
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return !clause.name && !!names && ts.isNamedImports(names) && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** Returns null if the module is not in this repository. @param {string} specifier @param {string} from */
function findSourceFile(specifier, from) {
  const [, workspace, path] = /^@guildhall\/([\w-]+)\/(.*)\.js$/.exec(specifier) ?? [];
  if (workspace && path) return join(root, workspace, 'src', `${path}.ts`);
  if (!specifier.startsWith('.')) return null;
  const file = resolve(dirname(from), specifier.replace(/\.js$/, '.ts'));
  return existsSync(file) ? file : null;
}

/** Returns a file and all files it loads. @param {string} file @returns {Set<string>} */
function listLoadedFiles(file) {
  const loadedPaths = new Set([file]);
  // The set grows during the iteration.
  for (const current of loadedPaths)
    for (const importedPath of listValueImports(current)) loadedPaths.add(importedPath);
  return loadedPaths;
}

/** Lists the write routes in descending order of the number of files they load. */
export function countWriteRoutes() {
  return readdirSync(routesFolder)
    .filter((name) => !name.includes('.test.') && writeRoute.test(readFileSync(join(routesFolder, name), 'utf8')))
    .map((name) => ({
      name,
      files: [...listLoadedFiles(join(routesFolder, name))].map((file) => file.slice(root.length + 1)),
    }))
    .sort((a, b) => b.files.length - a.files.length);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, files } of countWriteRoutes()) console.log(String(files.length).padStart(4), name);
}
