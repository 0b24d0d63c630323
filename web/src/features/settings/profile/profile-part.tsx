import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { OwnProfile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useResponse } from '../../../queries/use-response.js';
import { AsyncContent } from '../../../ui/loading/async-content.js';
import { AvatarPicker } from '../../../ui/avatar/avatar-picker.js';
import { ownProfileAddress } from '../shared/api.js';
import { Block } from '../shared/block.js';
import { texts } from '../shared/texts.js';
import { ProfileForm } from './profile-form.js';

/** What others see of the member: the picture, and what they write about themselves. */
export function ProfilePart({ user }: { user: Me }) {
  const response = useResponse<OwnProfile>(ownProfileAddress);
  return (
    <>
      <Block title={texts.picture}>
        <AvatarPicker user={user} />
      </Block>
      <Block title={texts.parts.profile} lead={texts.profileLead}>
        <AsyncContent answer={response} height={420}>
          {(profile) => <ProfileForm initial={profile} />}
        </AsyncContent>
      </Block>
    </>
  );
}
