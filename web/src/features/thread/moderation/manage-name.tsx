import { Icon } from '../../../ui/icon.js';
import styles from './manage.module.css';

/** In a row of icons on a phone, an icon replaces the visible name. */
export function ManageName({ name }: { name: string }) {
  return (
    <>
      <span className={styles['name']}>{name}</span>
      <span className={styles['icon']}>
        <Icon name="more" />
      </span>
    </>
  );
}
