import { Button } from '../button.js';
import styles from './table.module.css';
import { texts as shared } from './texts.js';

const texts = shared.pager;

interface PagerProps {
  page: number;
  size: number;
  total: number;
  go: (page: number) => void;
}

export function Pager({ page, size, total, go }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size));
  const from = Math.min(total, (page - 1) * size + 1);
  const to = Math.min(total, page * size);
  return (
    <nav className={`row muted gap-8-16 spread ${styles['pager']}`} aria-label={texts.label}>
      <p className="numbers" role="status">
        {texts.rows(from, to, total)}
      </p>
      {last > 1 && (
        <div className="line gap-12">
          <Button aria-disabled={page <= 1} onClick={() => page > 1 && go(page - 1)}>
            {texts.previous}
          </Button>
          <span className="numbers">{texts.page(Math.min(page, last), last)}</span>
          <Button aria-disabled={page >= last} onClick={() => page < last && go(page + 1)}>
            {texts.next}
          </Button>
        </div>
      )}
    </nav>
  );
}
