import { createLazyComponent } from '../../../shared/lazy.js';
import { useSession } from '../../../shared/state/session.js';
import styles from '../thread.module.css';

const ReaderList = createLazyComponent(() => import('../member-parts.js'), 'ReaderList');

/** Only members see who else is reading. The space is reserved so that nothing moves. */
export function Readers() {
  const me = useSession((state) => state.user?.id);
  return (
    me !== undefined && (
      <div className={styles['readerBar']}>
        <ReaderList me={me} />
      </div>
    )
  );
}
