import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { Link, useParams } from '../../shared/router.js';
import { useSite } from '../../shared/state/site.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { Growth } from './growth.js';
import { Leaders } from './leaders.js';
import { buildModeLinks, findMode, type Mode } from './modes.js';
import { Players } from './players.js';
import { Servers } from './servers.js';
import tabs from '../../ui/tabs.module.css';
import styles from './stats.module.css';
import { texts } from './texts.js';

export function StatsPage() {
  const slug = useParams()['mode'] ?? '';
  const isLoaded = useSite((site) => site.pos !== null);
  const modes = useSite((site) => site.modes);
  const mode = findMode(slug, modes);
  if (mode) return <Stats key={mode.name} mode={mode} />;
  // Until the site is loaded, a mode outside the navigation may still exist.
  return isLoaded ? <NotFoundPage /> : null;
}

function Stats({ mode }: { mode: Mode }) {
  const modes = useSite((site) => site.modes);
  usePageTitle(texts.title(mode.name));
  const global = mode.series === null;
  return (
    <div className={`grid ${styles['page']}`}>
      <h1>{texts.title(mode.name)}</h1>
      <p className={`color-muted ${styles['lead']}`}>{global ? texts.intro.global : texts.intro.mode(mode.name)}</p>
      <nav className={tabs['tabs']} aria-label={texts.modes}>
        {buildModeLinks(modes).map(({ slug, name }) => (
          <Link
            key={slug}
            to={linkTo('stats', { mode: slug })}
            className={tabs['tab']}
            aria-current={name === mode.name ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Players mode={mode} />
      <Servers mode={mode} />
      {global && <Growth />}
      {global && <Leaders />}
    </div>
  );
}
