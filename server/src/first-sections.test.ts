import { describe, expect, test, vi } from 'vitest';
import { createFirstSections } from './first-sections.js';
import { createSystemContext } from './commands/command-context.js';
import { testServer } from './testing/services.js';

describe('creating the first sections', () => {
  const site = testServer();

  const start = () => createFirstSections(site.services.commands, site.services.policy);
  const listSectionNames = () =>
    [...site.services.policy.structure.sections.values()].filter(({ deleted }) => !deleted).map(({ name }) => name);

  async function startCutShort(after: number): Promise<void> {
    const structure = site.services.commands.structure.bind(site.services.commands);
    const structureSpy = vi.spyOn(site.services.commands, 'structure');
    for (let n = 0; n < after; n++) structureSpy.mockImplementationOnce(structure);
    structureSpy.mockRejectedValueOnce(new Error('killed'));
    await expect(start()).rejects.toThrow('killed');
    await site.restart();
  }

  const create = (sectionId: number, name: string) =>
    site.services.commands.structure(
      {
        type: 'CreateSection',
        section: { sectionId, name, displayName: name, description: '', icon: 'news', allowThreadsDirect: true },
      },
      null,
      createSystemContext('test', name),
    );

  test.each([1, 2])(
    'the next start creates the remaining sections if one was killed after %s of them',
    async (after) => {
      await startCutShort(after);
      expect(listSectionNames()).toHaveLength(after);
      await start();
      expect(listSectionNames()).toEqual(['news', 'updates', 'community']);
    },
  );

  test('creates the first sections only once, even if one is later renamed or deleted', async () => {
    await start();
    const [firstSection] = site.services.policy.structure.sections.values();
    const sectionId = firstSection?.sectionId ?? 0;
    await site.services.commands.structure(
      { type: 'DeleteSection', sectionId },
      null,
      createSystemContext('test', 'delete'),
    );
    await site.restart();
    const head = await site.services.log.readHead();
    await start();
    expect(listSectionNames()).toEqual(['updates', 'community']);
    expect(await site.services.log.readHead()).toBe(head);
  });

  test('does not reuse a section name that has since been taken', async () => {
    await startCutShort(1);
    await create(7, 'Updates');
    await start();
    expect(listSectionNames()).toEqual(['news', 'Updates', 'community']);
  });

  test('creates no first sections on a site that already has sections', async () => {
    await create(7, 'Elsewhere');
    await start();
    expect(listSectionNames()).toEqual(['Elsewhere']);
  });
});
