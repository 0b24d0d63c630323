import { createLazyComponent } from '../../shared/lazy.js';
import styles from './next-steps.module.css';

/** Loaded separately because only pages without content show it. */
const LoadedNextSteps = createLazyComponent(() => import('./next-steps.js'), 'NextSteps');

export function NextSteps(props: { hasSearch?: boolean }) {
  return (
    <div className={styles['space']}>
      <LoadedNextSteps {...props} />
    </div>
  );
}
