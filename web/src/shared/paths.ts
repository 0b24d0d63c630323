import { pages, type PageName } from '@guildhall/domain/wire/pages.js';
import { generatePath, type PathParam } from 'react-router-dom';

type Paths = { [Name in PageName]: (typeof pages)[Name]['path'] };

/** The address of every page. `routes.tsx` gives each its screen; those of the admin area: `features/admin/admin-area.tsx`. */
export const paths = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as Paths;

type Params<Name extends PageName> = { [key in PathParam<(typeof paths)[Name]>]: string };

/** The address of a screen: `linkTo('thread', { id: '7' })`. */
export function linkTo<Name extends PageName>(
  name: Name,
  ...params: keyof Params<Name> extends never ? [] : [Params<Name>]
): string {
  return generatePath<string>(paths[name], params[0] ?? {});
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
