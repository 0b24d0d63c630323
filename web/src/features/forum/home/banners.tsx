import type { Banner } from '@guildhall/domain/settings/site-settings.js';
import { Link } from '../../../shared/router.js';
import { useSite } from '../../../shared/state/site.js';
import { texts as shared } from '../../../shared/texts.js';
import { Icon } from '../../../ui/icon.js';
import styles from './home.module.css';
import { texts } from './texts.js';

export function Banners() {
  const banners = useSite((site) => site.banners);
  if (banners.length === 0) return null;
  return (
    <section aria-label={texts.banners}>
      <ul role="list" className={`stack gap-16 ${styles['banners']}`}>
        {banners.map((banner, index) => (
          <li key={index} className={`bg-accent-soft rounded relative ${styles['banner']}`}>
            <h2 className="text-16" dir="auto">
              <Title banner={banner} />
            </h2>
            {banner.text !== '' && (
              <p className="margin-top-4 text-14" dir="auto">
                {banner.text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Title({ banner: { title, link } }: { banner: Banner }) {
  if (link === '') return title;
  if (link.startsWith('/'))
    return (
      <Link to={link} className={styles['wholeLink']}>
        {title}
      </Link>
    );
  return (
    <a href={link} className={styles['wholeLink']} rel="noreferrer">
      {title} <Icon name="external" size={15} />
      <span className="visually-hidden">({shared.nav.opensElsewhere})</span>
    </a>
  );
}
