import { Link, useLocation } from '../shared/router.js';
import { texts } from '../shared/texts.js';
import { Icon } from '../ui/icon.js';
import type { NavEntry } from './navigation.js';

interface NavLinkProps {
  entry: NavEntry;
  className: string | undefined;
  isCurrent?: boolean;
}

export function NavLink({ entry: { name, to, external }, className, isCurrent }: NavLinkProps) {
  const { pathname } = useLocation();
  if (external) {
    return (
      <a href={to} className={className} rel="noreferrer">
        {name}
        <Icon name="external" size={15} />
        <span className="visually-hidden">({texts.nav.opensElsewhere})</span>
      </a>
    );
  }
  return (
    <Link to={to} className={className} aria-current={(isCurrent ?? pathname === to) ? 'page' : undefined}>
      {name}
    </Link>
  );
}
