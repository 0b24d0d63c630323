import { pages, type PageName } from '@guildhall/domain/wire/pages.js';

type Paths = { [Name in PageName]: (typeof pages)[Name]['path'] };

/** `routes.tsx` maps each path to its screen, and `features/admin/admin-area.tsx` does so for the admin area. */
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

export function matchPath<Path extends string>(path: Path, pathname: string): PathParams<Path> | null {
  const pattern = path.replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?').replace(/\/:(\w+)/g, '/(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}/*$`, 'i').exec(pathname);
  if (!match) return null;
  const params = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(params.map(([key, value]) => [key, decode(value)])) as PathParams<Path>;
}

/** Leaves a malformed address encoded so that the screen reports that nothing was found. */
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

export function linkToPlace({ section, subsection }: NamedPlace): string {
  return subsection
    ? linkTo('subsection', { section: section.name, subsection: subsection.name })
    : linkTo('section', { section: section.name });
}

export function linkToNewThread({ section, subsection }: NamedPlace): string {
  return subsection
    ? linkTo('newInSubsection', { section: section.name, subsection: subsection.name })
    : linkTo('newInSection', { section: section.name });
}

export function linkToSearch(words: string): string {
  return `${linkTo('search')}?q=${encodeURIComponent(words)}`;
}

export function linkToPost(threadId: number, id: number): string {
  return `${linkToThread(threadId)}#post-${id}`;
}

export function linkToWallPost(username: string, id: number): string {
  return `${linkTo('profile', { username })}#wallpost-${id}`;
}

export function linkToThread(id: number): string {
  return linkTo('thread', { id: String(id) });
}
