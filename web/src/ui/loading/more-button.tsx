import { texts } from '../../shared/texts.js';
import { Button } from '../button.js';

interface MorePages {
  next: string | null;
  loadingMore: boolean;
  loadMore: () => Promise<void>;
}

export function MoreButton({ list: { next, loadingMore, loadMore }, name }: { list: MorePages; name: string }) {
  if (next === null) return null;
  return (
    <Button onClick={() => void loadMore()} aria-disabled={loadingMore}>
      {loadingMore ? texts.loading : name}
    </Button>
  );
}

export function MoreRows({ list, name }: { list: MorePages; name: string }) {
  if (list.next === null) return null;
  return (
    <div className="more">
      <MoreButton list={list} name={name} />
    </div>
  );
}
