import type { SiteUploadRow, SiteUploadsResponse } from '@guildhall/domain/wire/schemas/members/uploads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useRef, useState } from 'react';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { send } from '../../../shared/api/api.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { MemberName } from '../../../ui/member.js';
import { PageHead } from '../../../ui/page/page-head.js';
import table from '../../../ui/table/table.module.css';
import { formatSize } from '../../../shared/size-text.js';
import { texts as pictureTexts } from '../../../ui/pictures/texts.js';
import { UploadItem } from '../../../ui/pictures/upload-item.js';
import { texts } from './texts.js';

const address = '/admin/uploads';
const uploads: ListKind<SiteUploadRow, SiteUploadsResponse> = {
  getRows: (body) => body.uploads,
  getKey: ({ id }) => id,
  size: 30,
  most: 100,
};

export function UploadsPage() {
  const list = usePagedList(uploads, address);
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      {list.body && <Space {...list.body} />}
      <h2 className="margin-bottom-8">{texts.newest}</h2>
      <PagedRows list={list} getKey={uploads.getKey} rowHeight={96} none={texts.none} moreLabel={texts.more}>
        {(row) => <SiteUpload row={row} reload={list.reload} />}
      </PagedRows>
    </>
  );
}

function Space({ used_bytes, allowed_bytes, top_members }: SiteUploadsResponse) {
  return (
    <div className="stack gap-16 margin-bottom-20">
      <p className="line spread">
        <strong>{texts.space(used_bytes, allowed_bytes)}</strong>
        <Link to={linkTo('adminSettings')} className="touch-target">
          {texts.settings}
        </Link>
      </p>
      {top_members.length > 0 && (
        <section className="card" aria-label={texts.topMembers}>
          <table className={table['table']}>
            <thead>
              <tr>
                <th scope="col">{texts.member}</th>
                <th scope="col">{texts.memberSpace}</th>
              </tr>
            </thead>
            <tbody>
              {top_members.map(({ user_id, username, bytes }) => (
                <tr key={user_id}>
                  <th scope="row">
                    <MemberName name={username} isTarget />
                  </th>
                  <td>{formatSize(bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

function SiteUpload({ row, reload }: { row: SiteUploadRow; reload: () => Promise<unknown> }) {
  const { id, username, width, height, bytes } = row;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const facts = pictureTexts.facts(width, height, bytes);
  const remove = async (key: string, reason?: string) => {
    await send<WriteResponse>('DELETE', `${address}/${id}`, key, { reason });
    showToast(texts.removal.done);
    await reload();
  };
  return (
    <UploadItem
      row={row}
      alt={texts.pictureOf(username)}
      // A picture is visible only to its uploader and to those who may see a post that contains it.
      noPreview={texts.noPreview}
      heading={<MemberName name={username} isTarget />}
      action={
        <Button ref={button} onClick={() => setOpen(true)} aria-label={texts.removeOf(username, facts)}>
          {texts.remove}
        </Button>
      }
    >
      <RemovalDialog
        removal={{ ...texts.removal, title: texts.removal.title(username), asksReason: true, remove }}
        open={open}
        close={() => setOpen(false)}
        back={button}
      />
    </UploadItem>
  );
}
