import type { UploadRow, UploadsResponse, UploadUse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useEffect, useRef, useState } from 'react';
import type { ListKind } from '../../queries/pages.js';
import { usePagedList } from '../../queries/use-paged-list.js';
import { send } from '../../shared/api/api.js';
import { linkToPost, linkToThread, linkToWallPost } from '../../shared/paths.js';
import { Link } from '../../shared/router.js';
import { showToast } from '../../shared/toast.js';
import { Button } from '../../ui/button.js';
import { RemovalDialog } from '../../ui/dialog/removal-dialog.js';
import { PagedRows } from '../../ui/live-list/paged-rows.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { texts as pictureTexts } from '../../ui/pictures/texts.js';
import { UploadItem } from '../../ui/pictures/upload-item.js';
import { texts } from './texts.js';
import { useThreadTitles } from './use-thread-titles.js';

const getKey = ({ id }: UploadRow): string => id;
const uploads: ListKind<UploadRow, UploadsResponse> = {
  getRows: (body) => body.uploads,
  getKey,
  size: 30,
  most: 100,
};
const { pictures: words } = texts;
const maxListedUses = 5;

type TitleOf = ReturnType<typeof useThreadTitles>;

export function PicturesPart() {
  const list = usePagedList(uploads, '/uploads');
  const { reload, rows, body } = list;
  useEffect(() => {
    // The member may have uploaded or used pictures in another tab.
    const onFocus = () => void reload();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [reload]);
  const titleOf = useThreadTitles(rows.flatMap(({ uses }) => uses.map(({ thread_id }) => thread_id)));
  return (
    <section className="stack gap-16" aria-label={texts.parts.pictures} aria-busy={list.status === 'loading'}>
      {body && <Space {...body} />}
      <div>
        <PagedRows
          {...{ list, getKey, rowHeight: 96 }}
          none={words.none}
          suggestions={<NextSteps />}
          moreLabel={texts.more}
        >
          {(row) => <OwnUpload {...{ row, titleOf, reload }} />}
        </PagedRows>
      </div>
    </section>
  );
}

function Space({ used_bytes, allowed_bytes }: UploadsResponse) {
  return (
    <div className="grid gap-6">
      <strong>{words.space(used_bytes, allowed_bytes)}</strong>
      <meter
        className="full-width"
        aria-label={words.spaceLabel}
        max={allowed_bytes}
        high={allowed_bytes * 0.9}
        value={used_bytes}
      />
      <p className="muted">{words.rules}</p>
    </div>
  );
}

interface OwnUploadProps {
  row: UploadRow;
  titleOf: TitleOf;
  reload: () => Promise<unknown>;
}

function OwnUpload({ row, titleOf, reload }: OwnUploadProps) {
  const { id, width, height, bytes, uses } = row;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const facts = pictureTexts.facts(width, height, bytes);
  const remove = async (key: string) => {
    await send<WriteResponse>('DELETE', `/uploads/${id}`, key).finally(() => void reload());
    showToast(words.removal.done);
  };
  return (
    <UploadItem
      row={row}
      alt={words.picture(facts)}
      noPreview={words.missing}
      action={
        uses.length === 0 && (
          <Button ref={button} onClick={() => setOpen(true)} aria-label={words.removeOf(facts)}>
            {words.remove}
          </Button>
        )
      }
    >
      {uses.length === 0 ? <p className="muted">{words.unused}</p> : <Uses {...{ uses, titleOf }} />}
      <RemovalDialog removal={{ ...words.removal, remove }} open={open} close={() => setOpen(false)} back={button} />
    </UploadItem>
  );
}

function Uses({ uses, titleOf }: { uses: readonly UploadUse[]; titleOf: TitleOf }) {
  const otherCount = uses.length - maxListedUses;
  return (
    <div className="break-anywhere">
      {words.usedIn}
      <ul role="list">
        {uses.slice(0, maxListedUses).map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            <Use {...{ use, titleOf }} />
          </li>
        ))}
        {otherCount > 0 && <li>{words.more(otherCount)}</li>}
      </ul>
    </div>
  );
}

function Use({ use: { kind, id, thread_id, wall_of }, titleOf }: { use: UploadUse; titleOf: TitleOf }) {
  const kindName = words[kind];
  if (wall_of !== null) return <Link to={linkToWallPost(wall_of, id)}>{words.onWall(wall_of)}</Link>;
  if (kind === 'report') return kindName;
  const title = titleOf(thread_id);
  if (thread_id === null || title === null) return words.unavailable(kindName);
  return (
    <Link to={kind === 'post' ? linkToPost(thread_id, id) : linkToThread(thread_id)}>
      <span dir="auto">{title ?? kindName}</span>
      {title !== undefined && kind === 'post' && ` (${kindName})`}
    </Link>
  );
}
