import { z } from 'zod';

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifest = z.record(z.string(), chunk);

export class ScreenFiles {
  private readonly chunks: z.infer<typeof manifest>;
  private readonly onEveryPage: ReadonlySet<string>;
  private readonly links = new Map<string, string>();

  constructor(buildManifest: unknown) {
    this.chunks = manifest.parse(buildManifest);
    this.onEveryPage = new Set(this.listFiles('index.html'));
  }

  renderLinks(screen: string): string {
    const cachedLinks = this.links.get(screen);
    if (cachedLinks !== undefined) return cachedLinks;
    const screenFiles = this.listFiles(`src/features/${screen}`).filter((file) => !this.onEveryPage.has(file));
    const links = screenFiles.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    );
    this.links.set(screen, links.join(''));
    return links.join('');
  }

  private listFiles(name: string, seenNames = new Set<string>()): string[] {
    const entry = this.chunks[name];
    if (!entry || seenNames.has(name)) return [];
    seenNames.add(name);
    const importedFiles = entry.imports.flatMap((importedName) => this.listFiles(importedName, seenNames));
    return [...importedFiles, entry.file, ...entry.css];
  }
}
