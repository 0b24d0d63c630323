import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { ActionForm, type FormAction } from '../../../ui/form/action-form.js';
import { exportAccount } from '../shared/api.js';
import { Block } from '../shared/block.js';
import { DeleteAccountForm } from './delete-account-form.js';
import { saveFile } from '../shared/save-file.js';
import { texts } from '../shared/texts.js';

/** The member's stored data: a copy of it, and the deletion of the account. */
export function DataPart({ user }: { user: Me }) {
  const act: FormAction = async () => {
    const { file, name } = await exportAccount();
    saveFile(file, name);
    return texts.exported;
  };
  return (
    <>
      <Block title={texts.exportTitle} lead={texts.exportLead}>
        <ActionForm action={act} button={texts.export} busy={texts.exporting} otherwise={texts.exportFailed}>
          {null}
        </ActionForm>
      </Block>
      <Block title={texts.leaveTitle} lead={texts.leaveLead}>
        <DeleteAccountForm user={user} />
      </Block>
    </>
  );
}
