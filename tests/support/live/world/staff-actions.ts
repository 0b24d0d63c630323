import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { createPictureFile } from '@guildhall/server/testing/picture-files.js';
import { testContext } from '@guildhall/server/testing/services.js';
import { createHolder } from '../../site/holders.js';
import { TestProgram } from '../../site/program.js';
import type { Action, Aggregate, World } from './world.js';

async function pickRole(world: World, deleted = false): Promise<Aggregate> {
  return world.pickOrCreate(world.things.roles, deleted, async () => {
    const createdRole: Aggregate = await world.site.perform(
      'POST',
      '/admin/roles',
      { name: world.site.createName() },
      { as: world.site.admin },
    );
    world.things.roles.push(createdRole);
    if (deleted) createdRole.deleted = await world.sendAsAdmin('DELETE', `/admin/roles/${createdRole.id}`);
    return createdRole;
  });
}

async function fileReport(world: World): Promise<Aggregate> {
  const { things, site } = world;
  const subject = world.pick([
    { kind: 'thread', id: world.pick(things.threads).id },
    { kind: 'post', id: world.pick(things.replies).id },
  ]);
  const as = world.pick([site.member, site.other]);
  const about = { kind: 'post', subject, username: '', text: 'It is rude' };
  const { status, json } = await world.send('POST', '/reports', about, { as });
  // Members may report only what they may view.
  const createdReport =
    status < 300
      ? (json as Aggregate)
      : await site.perform('POST', '/reports', { kind: 'bug', text: 'It is broken' }, { as });
  things.reports.push({ id: createdReport.id });
  return createdReport;
}

/** Each report is assigned, answered and reopened, so at least one of these is a change in any state. */
const workOnReport =
  (verb: string, body: object = {}) =>
  async (world: World) => {
    const { id } = await fileReport(world);
    const by = world.pick([world.moderator, world.site.admin]);
    if (verb === 'reopen') await world.send('POST', `/admin/reports/${id}/take`, {}, { as: by });
    await world.send('POST', `/admin/reports/${id}/${verb}`, body, { as: by });
  };

async function listSections(world: World): Promise<SectionRow[]> {
  return world.site.get<SectionRow[]>('/forums/sections', world.site.admin);
}

async function createSection(world: World): Promise<Aggregate> {
  const createdSection: Aggregate = { id: await world.site.createSection() };
  world.things.sections.push(createdSection);
  return createdSection;
}

/** The test's pages show the first section, so it is left alone. */
async function pickSection(world: World, deleted: boolean): Promise<Aggregate> {
  return world.pickOrCreate(world.things.sections.slice(1), deleted, async () => {
    const createdSection = await createSection(world);
    if (deleted) createdSection.deleted = await world.sendAsAdmin('DELETE', `/forums/sections/${createdSection.id}`);
    return createdSection;
  });
}

async function pickSubsection(world: World, deleted: boolean): Promise<Aggregate> {
  return world.pickOrCreate(world.things.subsections, deleted, async () => {
    const sectionId = world.site.section;
    const createdSubsection = { id: await world.site.createSubsection(sectionId), sectionId, deleted: false };
    world.things.subsections.push(createdSubsection);
    if (deleted)
      createdSubsection.deleted = await world.sendAsAdmin('DELETE', `/forums/subsections/${createdSubsection.id}`);
    return createdSubsection;
  });
}

const createPlaceFields = (world: World) => ({ name: world.site.createName(), description: 'About it', icon: 'star' });
const flags = { can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };

async function undoNewest(world: World, kind: string): Promise<void> {
  const entries = await world.site.get<AuditRow[]>(`/admin/audit?kind=${kind}&limit=20`, world.site.admin);
  const entry = entries.find(({ undoable }) => undoable);
  if (entry) await world.sendAsAdmin('POST', `/admin/audit/${entry.id}/undo`, { reason: 'A mistake' });
}

export const staffActions: Readonly<Record<string, Action>> = {
  'make a role': async (world) => world.things.roles.push(await pickRole(world)),
  'change a role': async (world) =>
    world.sendAsAdmin('PUT', `/admin/roles/${(await pickRole(world)).id}`, {
      name: world.site.createName(),
      color: world.pick([null, '#2e9e5b', '#fff3a0']),
    }),
  'delete a role that somebody holds': async (world) => {
    const target = await pickRole(world);
    await createHolder(world.site, target.id);
    target.deleted = await world.sendAsAdmin('DELETE', `/admin/roles/${target.id}`);
  },
  'restore a role': async (world) => {
    await pickRole(world, true);
    await undoNewest(world, 'RoleDeleted');
    const roles = await world.site.get<{ id: number }[]>('/admin/roles', world.site.admin);
    for (const knownRole of world.things.roles) knownRole.deleted = !roles.some(({ id }) => id === knownRole.id);
  },
  'give and take a key': async (world) => {
    const { id } = await pickRole(world);
    await createHolder(world.site, id);
    await world.sendAsAdmin('POST', `/admin/roles/${id}/permissions`, { permission: 'moderate_comments' });
    await world.sendAsAdmin('DELETE', `/admin/roles/${id}/permissions/moderate_comments`);
  },
  'give a role': async (world) => {
    const person = world.pick([world.site.other, await world.createPasserBy()]);
    await world.sendAsAdmin('POST', `/admin/role/${person.id}`, { role: (await pickRole(world)).id });
    if (world.pick([true, false])) await world.sendAsAdmin('POST', `/admin/role/${person.id}`, { role: 2 });
  },
  'make, use and revoke the key of a program': async (world) => {
    const { site } = world;
    const program = await TestProgram.create(site);
    const thread_id = world.pick(world.things.threads).id;
    // The program may reply only where members may.
    await program.send('POST', '/forums/posts', { thread_id, content: 'From a program' });
    await program.revoke();
  },

  'report something': fileReport,
  'take a report': workOnReport('take'),
  'resolve a report': workOnReport('resolve', { answer: 'It is mended' }),
  'reopen a report': workOnReport('reopen'),
  'note something about a report': workOnReport('note', { note: 'I saw it too' }),

  'add a section': createSection,
  'change a section': async (world) => {
    const { id } = await pickSection(world, false);
    await world.sendAsAdmin('PUT', `/forums/sections/${id}`, { ...createPlaceFields(world), allow_threads_direct: 1 });
  },
  'delete a section': async (world) => {
    const target = await pickSection(world, false);
    target.deleted = await world.sendAsAdmin('DELETE', `/forums/sections/${target.id}`);
  },
  'restore a section': async (world) => {
    const target = await pickSection(world, true);
    target.deleted = !(await world.sendAsAdmin('POST', `/forums/sections/${target.id}/restore`, {}));
  },
  'order the sections': async (world) => {
    const ids = (await listSections(world)).map(({ id }) => id).reverse();
    await world.sendAsAdmin('PUT', '/forums/sections/order', { ids });
  },
  'add a subsection': async (world) => {
    const sectionId = world.site.section;
    world.things.subsections.push({ id: await world.site.createSubsection(sectionId), sectionId });
  },
  'change a subsection': async (world) =>
    world.sendAsAdmin(
      'PUT',
      `/forums/subsections/${(await pickSubsection(world, false)).id}`,
      createPlaceFields(world),
    ),
  'delete a subsection': async (world) => {
    const target = await pickSubsection(world, false);
    target.deleted = await world.sendAsAdmin('DELETE', `/forums/subsections/${target.id}`);
  },
  'restore a subsection': async (world) => {
    const target = await pickSubsection(world, true);
    target.deleted = !(await world.sendAsAdmin('POST', `/forums/subsections/${target.id}/restore`, {}));
  },
  'order the subsections': async (world) => {
    const sectionId = world.site.section;
    for (let n = 0; n < 2; n++)
      world.things.subsections.push({ id: await world.site.createSubsection(sectionId), sectionId });
    const section = (await listSections(world)).find(({ id }) => id === sectionId);
    const ids = (section?.subcategories ?? []).map(({ id }) => id).reverse();
    await world.sendAsAdmin('PUT', '/forums/subsections/order', { section_id: sectionId, ids });
  },
  'hide a place, or show it': async (world) => {
    const { id } = await pickSection(world, false);
    const hiddenEntry = [{ role_id: 2, can_view: 0, ...flags }];
    for (const entries of world.pick([[hiddenEntry], [hiddenEntry, []]])) {
      await world.sendAsAdmin('PUT', '/forums/permissions', { section_id: id, subsection_id: null, entries });
    }
  },

  'save and publish a theme': async (world) => {
    const [name, css] = [world.site.createName(), ':root { --color-bg: #102030 }'];
    await world.sendAsAdmin('POST', '/forums/themes', { name, css, publish: 0 });
    await world.sendAsAdmin('POST', '/forums/themes/publish', { name });
  },
  'change the logo': async (world) => {
    const file = { field: 'logo', bytes: await createPictureFile('png', 20, 20) };
    await world.send('POST', '/forums/logo', undefined, { as: world.site.admin, file });
    if (world.pick([true, false])) await world.sendAsAdmin('DELETE', '/forums/logo', {});
  },
  'change the settings': async (world) => {
    const settings = await world.site.get<object>('/admin/settings', world.site.admin);
    await world.sendAsAdmin('PUT', '/admin/settings', { ...settings, name: world.site.createName() });
  },
  'count players': async (world) => {
    const slot = new Date(Date.now() - world.pick([1, 2, 3, 4, 5, 6, 7]) * 300_000).toISOString();
    const command = { type: 'CountPlayers', slot, players: 12, modes: { kingdoms: null } } as const;
    await world.site.services.commands.countPlayers(command, testContext());
  },
};
