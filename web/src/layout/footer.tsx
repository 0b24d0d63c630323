import { parseScheme, schemes } from '@guildhall/domain/theme/schemes.js';
import { chooseScheme, useScheme } from '../shared/browser/scheme.js';
import { linkTo } from '../shared/paths.js';
import { Link } from '../shared/router.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import styles from './footer.module.css';

const { footer } = texts;

const groups = [
  {
    name: footer.community,
    links: [
      { name: footer.forums, to: linkTo('forums') },
      { name: footer.rules, to: linkTo('rules') },
      { name: footer.store, to: linkTo('store') },
    ],
  },
  {
    name: footer.help,
    links: [
      { name: footer.reportPlayer, to: linkTo('reportPlayer') },
      { name: footer.reportBug, to: linkTo('reportBug') },
    ],
  },
];

export function Footer() {
  const site = useSite((state) => state.name);
  const about = useSite((state) => state.about);
  return (
    <footer className={`border-top text-14 ${styles['footer']}`}>
      <div className={`grid ${styles['footerContent']}`}>
        <div className={styles['about']}>
          <h2 dir="auto">{footer.aboutTitle(site)}</h2>
          <p dir="auto">{about}</p>
        </div>
        <nav aria-label={footer.label} className={`flex ${styles['links']}`}>
          {groups.map(({ name, links }) => (
            <div key={name}>
              <h2>{name}</h2>
              <ul role="list">
                {links.map((link) => (
                  <li key={link.to}>
                    <Link to={link.to}>{link.name}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={`row hint spread border-top ${styles['small']}`}>
          <div>
            <p>{footer.notAffiliated}</p>
            <p dir="auto">{footer.copyright(site)}</p>
          </div>
          <SchemeSelect />
        </div>
      </div>
    </footer>
  );
}

/** Stored per browser so that it also works for guests. */
function SchemeSelect() {
  const selectedScheme = useScheme((state) => state.scheme);
  return (
    <label className="line">
      {texts.scheme.label}
      <select
        className="select"
        value={selectedScheme}
        onChange={(event) => chooseScheme(parseScheme(event.target.value))}
      >
        {schemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {texts.scheme.names[scheme]}
          </option>
        ))}
      </select>
    </label>
  );
}
