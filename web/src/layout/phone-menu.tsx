import { useState } from 'react';
import { createLazyComponent } from '../shared/lazy.js';
import { useLocation } from '../shared/router.js';
import { texts } from '../shared/texts.js';
import { Icon } from '../ui/icon.js';
import type { NavEntry } from './navigation.js';
import styles from './header.module.css';

const PhoneDrawer = createLazyComponent(() => import('./lazy-parts.js'), 'PhoneDrawer');

export function PhoneMenu({ navigation }: { navigation: NavEntry[] }) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { key } = useLocation();
  const open = openedAt === key;
  return (
    <>
      <button
        type="button"
        className={styles['menu']}
        aria-label={texts.nav.menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenedAt(key)}
      >
        <Icon name="menu" size={22} />
      </button>
      {open && <PhoneDrawer navigation={navigation} close={() => setOpenedAt(null)} />}
    </>
  );
}
