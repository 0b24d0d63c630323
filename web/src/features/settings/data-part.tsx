import type { Me } from '@guildhall/domain/wire/rest.js';
import { ActForm, type Act } from '../form/act-form.js';
import { exportAccount } from './api.js';
import { Block } from './block.js';
import { LeaveForm } from './leave-form.js';
import { saveFile } from './save-file.js';
import { texts } from './texts.js';

/** What is kept of oneself: a copy of it, and the end of it. */
export function DataPart({ user }: { user: Me }) {
  const act: Act = async () => {
    const { file, name } = await exportAccount();
    saveFile(file, name);
    return texts.exported;
  };
  return (
    <>
      <Block title={texts.exportTitle} lead={texts.exportLead}>
        <ActForm act={act} button={texts.export} busy={texts.exporting} otherwise={texts.exportFailed}>
          {null}
        </ActForm>
      </Block>
      <Block title={texts.leaveTitle} lead={texts.leaveLead}>
        <LeaveForm user={user} />
      </Block>
    </>
  );
}
