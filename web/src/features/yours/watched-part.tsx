import type { WatchRow } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { ListKind } from '../../queries/pages.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { send } from '../../shared/api/api.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { linkToPlace, linkToThread } from '../../shared/paths.js';
import { listPlacesIn, useSections } from '../../shared/state/sections.js';
import { showError } from '../../shared/toast.js';
import { Button } from '../../ui/button.js';
import { PagedRows } from '../../ui/live-list/paged-rows.js';
import { PostEntry } from '../../ui/live-list/post-entry.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { texts } from './texts.js';

const getKey = ({ kind, id }: WatchRow): string => `${kind} ${id}`;
const watches: ListKind<WatchRow, WatchRow[]> = { getRows: (rows) => rows, getKey, size: 50, most: 100 };
const { watched: words } = texts;

export function WatchedPart() {
  const list = usePagedList(watches, '/forums/watches');
  return (
    <section aria-label={texts.parts.watched} aria-busy={list.status === 'loading'}>
      <PagedRows
        {...{ list, getKey, rowHeight: 64 }}
        none={words.none}
        suggestions={<NextSteps />}
        moreLabel={texts.more}
      >
        {(row) => <Entry row={row} reload={list.reload} />}
      </PagedRows>
    </section>
  );
}

function Entry({ row, reload }: { row: WatchRow; reload: () => Promise<unknown> }) {
  const { kind, id, title } = row;
  const level = row.level === 'muted' ? 'muted' : 'watching';
  const to = useAddress(row);
  const { busy, run } = useMutation(words.failed, { onFailed: showError });
  const stop = () =>
    void run(row, async (key) => {
      // Without a choice, a member still watches the threads that they wrote in.
      await send('PUT', '/forums/watches', key, { kind, id, level: level === 'watching' ? 'normal' : null });
      await reload();
    });
  return (
    <PostEntry
      to={to}
      title={title}
      preview=""
      actions={
        <Button kind="quiet" aria-label={words.stopFor(words.stop[level], title)} aria-disabled={busy} onClick={stop}>
          {words.stop[level]}
        </Button>
      }
    >
      {words[kind]} · {words[level]}
    </PostEntry>
  );
}

function useAddress({ kind, id }: WatchRow): string | null {
  const sections = useSections((state) => state.sections);
  if (kind === 'thread') return linkToThread(id);
  const places = (sections ?? []).flatMap(listPlacesIn);
  const place = places.find(({ section, subsection }) =>
    kind === 'section' ? !subsection && section.id === id : subsection?.id === id,
  );
  return place ? linkToPlace(place) : null;
}
