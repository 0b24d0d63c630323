import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useEffect, useRef, type ComponentType } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { Link, Redirect, useLocation, useParams } from '../../shared/router.js';
import { useSession } from '../../shared/state/session.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { Skeleton } from '../../ui/skeleton.js';
import tabs from '../../ui/tabs.module.css';
import { BookmarksPart } from './bookmarks-part.js';
import { DraftsPart } from './drafts-part.js';
import { PicturesPart } from './pictures-part.js';
import { PostsPart } from './posts-part.js';
import { texts } from './texts.js';
import { WatchedPart } from './watched-part.js';

type PartName = keyof typeof texts.parts;

const parts: Record<PartName, ComponentType<{ user: Me }>> = {
  bookmarks: BookmarksPart,
  drafts: DraftsPart,
  watched: WatchedPart,
  posts: PostsPart,
  pictures: PicturesPart,
};
const names = Object.keys(parts) as PartName[];

export function YoursPage() {
  const user = useSession((state) => state.user);
  const { part = 'bookmarks' } = useParams();
  const { pathname } = useLocation();
  const currentName = names.find((name) => name === part);
  usePageTitle(currentName ? `${texts.parts[currentName]} · ${texts.title}` : texts.title);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone, the tabs are wider than the screen.
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft + tab.offsetWidth - nav.current.clientWidth;
  }, [currentName]);
  if (!currentName) return <NotFoundPage />;
  if (user === null) return <Redirect to={linkTo('auth')} state={{ from: pathname }} />;
  const Part = parts[currentName];
  return (
    <div className="grid gap-16 page-column">
      <h1>{texts.title}</h1>
      <nav ref={nav} className={tabs['tabs']} aria-label={texts.title}>
        {names.map((name) => (
          <Link
            key={name}
            className={tabs['tab']}
            to={linkTo('yours', { part: name === 'bookmarks' ? '' : name })}
            aria-current={name === currentName ? 'page' : undefined}
          >
            {texts.parts[name]}
          </Link>
        ))}
      </nav>
      {user ? <Part key={currentName} user={user} /> : <Skeleton width="100%" height={252} />}
    </div>
  );
}
