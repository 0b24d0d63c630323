import { linkTo } from '../shared/paths.js';
import { useSections } from '../shared/state/sections.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';

export interface NavEntry {
  name: string;
  to: string;
  external?: true;
  entries?: NavEntry[];
}

const firstForums: NavEntry[] = ['News', 'Updates', 'Community'].map((name) => ({
  name,
  to: linkTo('section', { section: name.toLowerCase() }),
}));

export function useNavigation(): NavEntry[] {
  const sections = useSections((state) => state.sections);
  const storeLink = useSite((site) => site.store_link);
  const forums =
    sections?.map(({ name, display_name }) => ({ name: display_name, to: linkTo('section', { section: name }) })) ??
    firstForums;
  const stats = texts.statsModes.map(({ mode, name }) => ({ name, to: linkTo('stats', { mode }) }));
  return [
    { name: texts.nav.home, to: linkTo('home') },
    {
      name: texts.nav.forums,
      to: linkTo('forums'),
      entries: [
        { name: texts.nav.allForums, to: linkTo('forums') },
        { name: texts.nav.latest, to: linkTo('latest') },
        ...forums,
      ],
    },
    { name: texts.nav.stats, to: '/stats', entries: stats },
    { name: texts.nav.members, to: linkTo('members') },
    { name: texts.nav.store, ...(storeLink ? { to: storeLink, external: true } : { to: linkTo('store') }) },
  ];
}

export function isWithin(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
}
