import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addMember,
  testContext,
  makeAdmin,
  testData,
  testServices,
  type TestData,
  type TestServices,
} from '../testing/services.js';

let data: TestData;
let firstServer: TestServices;
let secondServer: TestServices;
beforeEach(async () => {
  data = testData();
  firstServer = await testServices(data);
  secondServer = await testServices(data, firstServer);
});
afterEach(async () => {
  await secondServer.close();
  await firstServer.close();
  data.remove();
});

it('reads section visibility from the log, even right after another server changed it', async () => {
  const [admin, manager, friend] = [
    await addMember(firstServer.services, 'Alex'),
    await addMember(firstServer.services, 'Steve'),
    await addMember(firstServer.services, 'Robin'),
  ];
  await makeAdmin(firstServer.services, admin.id);
  const { commands, policy } = firstServer.services;
  const getAdmin = () => policy.getActor(admin.id);
  const createRole = async (name: string) => {
    const context = testContext();
    const roleId = deriveAggregateId(context.commandId);
    await commands.staff({ type: 'CreateRole', roleId, name, displayName: name, description: '' }, getAdmin(), context);
    return roleId;
  };
  const [managers, insiders] = [await createRole('managers'), await createRole('insiders')];
  await commands.staff({ type: 'GiveKey', roleId: managers, key: 'manage_roles' }, getAdmin(), testContext());
  await commands.staff({ type: 'GiveRole', userId: manager.id, roleId: managers }, getAdmin(), testContext());
  const facts = { name: 'hidden', displayName: 'Hidden', description: '', icon: 'default', allowThreadsDirect: true };
  await commands.structure({ type: 'CreateSection', section: { sectionId: 1, ...facts } }, getAdmin(), testContext());
  await secondServer.services.policy.load(secondServer.services.log);
  const permissions = {
    can_view: true,
    can_post: true,
    can_reply: true,
    can_delete_post: false,
    can_emoji_react: true,
  };
  const entries = [
    { roleId: memberRole.id, ...permissions, can_view: false },
    { roleId: insiders, ...permissions },
  ];
  const place = { sectionId: 1, subsectionId: null };
  await commands.structure({ type: 'SetPermissions', place, entries }, getAdmin(), testContext());

  const give = { type: 'GiveRole', userId: friend.id, roleId: insiders } as const;
  const roleGrant = secondServer.services.commands.staff(
    give,
    secondServer.services.policy.getActor(manager.id),
    testContext(),
  );
  await expect(roleGrant).rejects.toMatchObject({ code: 'forbidden' });
});
