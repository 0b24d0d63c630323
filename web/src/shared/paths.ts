import { pages, type PageName } from '@guildhall/domain/wire/pages.js';

type Paths = { [Name in PageName]: (typeof pages)[Name]['path'] };

/** The address of every page. `routes.tsx` gives each its screen; those of the admin area: `features/admin/admin-area.tsx`. */
export const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as Paths;

type PathParams<Path extends string> = string extends Path
  ? Record<string, string | undefined>
  : Path extends `${infer Start}/${infer Rest}`
    ? PathParams<Start> & PathParams<Rest>
    : Path extends `:${infer Name}?`
      ? { [key in Name]?: string }
      : Path extends `:${infer Name}`
        ? { [key in Name]: string }
        : Record<never, string>;

/** The address of a screen: `linkTo('thread', { id: '7' })`. */
export function linkTo<Name extends PageName>(
  name: Name,
  ...params: keyof PathParams<(typeof paths)[Name]> extends never ? [] : [PathParams<(typeof paths)[Name]>]
): string {
  const values: Record<string, string | undefined> = params[0] ?? {};
  return paths[name].replace(/\/:(\w+)\??/g, (_, key: string) => {
    const value = values[key];
    return value ? `/${encodeURIComponent(value)}` : '';
  });
}

/** The parameters of an address with the form of `path`; null for any other address. */
export function matchPath<Path extends string>(path: Path, pathname: string): PathParams<Path> | null {
  const pattern = path.replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?').replace(/\/:(\w+)/g, '/(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}/*$`, 'i').exec(pathname);
  if (!match) return null;
  const params = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(params.map(([key, value]) => [key, decode(value)])) as PathParams<Path>;
}

/** A malformed address keeps its text: the screen reports that there is nothing there. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

interface NamedPlace {
  section: { name: string };
  subsection: { name: string } | null;
}

/** The page of a section or subsection. */
export function linkToPlace({ section, subsection }: NamedPlace): string {
  return subsection
    ? linkTo('subsection', { section: section.name, subsection: subsection.name })
    : linkTo('section', { section: section.name });
}

/** The form for a new thread in a section or subsection. */
export function linkToNewThread({ section, subsection }: NamedPlace): string {
  return subsection
    ? linkTo('newInSubsection', { section: section.name, subsection: subsection.name })
    : linkTo('newInSection', { section: section.name });
}

/** The results of a search for these words. */
export function linkToSearch(words: string): string {
  return `${linkTo('search')}?q=${encodeURIComponent(words)}`;
}

/** A reply within its thread. */
export function linkToPost(threadId: number, id: number): string {
  return `${linkToThread(threadId)}#post-${id}`;
}

export function linkToThread(id: number): string {
  return linkTo('thread', { id: String(id) });
}
