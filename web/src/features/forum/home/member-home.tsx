import { UserCards } from '../../../ui/user-card/user-cards.js';
import { StartThreadLink } from '../places/start-thread-link.js';
import { Banners } from './banners.js';
import { ForumList } from './forum-list.js';
import styles from './home.module.css';
import { MemberFinder } from './member-finder.js';
import { NewThreads } from './new-threads.js';
import { OnlineCard } from './online-card.js';
import { PlayingCard } from './playing-card.js';
import { ServerLinks } from './server-links.js';
import { texts } from './texts.js';

export function MemberHome({ username }: { username: string }) {
  return (
    <>
      <div className={`line spread ${styles['greeting']}`}>
        <h1 className="ellipsis text-22">{texts.greeting(username)}</h1>
        <StartThreadLink />
      </div>
      <div className={`grid align-start ${styles['columns']} ${styles['currentCards']}`}>
        <NewThreads />
        <div className={`grid gap-16 ${styles['presenceCards']}`}>
          <PlayingCard />
          <OnlineCard />
        </div>
      </div>
      <Banners />
      <div className={`grid gap-32 align-start ${styles['columns']}`}>
        <ForumList />
        <div className="grid one-column gap-32">
          <section>
            <h2 className="margin-bottom-12">{texts.server}</h2>
            <ServerLinks />
          </section>
          <MemberFinder />
        </div>
      </div>
      <UserCards />
    </>
  );
}
