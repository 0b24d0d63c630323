import { commandIdOf, thingIdOf } from '@guildhall/domain/ids.js';
import type { Commands } from './commands.js';
import { systemActor } from './commands.js';
import { systemContext } from './operation.js';
import type { Policy } from './policy.js';

const sections = [
  { name: 'news', displayName: 'News', description: 'What happens on the network', icon: 'news' },
  { name: 'updates', displayName: 'Updates', description: 'Changelogs of every game mode', icon: 'changelog' },
  { name: 'community', displayName: 'Community', description: 'Builds, events, everything else', icon: 'community' },
];

/** An empty log gets the three sections. Their command ids are fixed, so that two servers starting at once make them once. */
export async function createFirstSections(commands: Commands, policy: Policy): Promise<void> {
  if (policy.structureFold.revision !== 'no-stream') return;
  for (const section of sections) {
    const sectionId = thingIdOf(commandIdOf(systemActor, 'first-section', section.name));
    const command = { type: 'CreateSection' as const, section: { sectionId, ...section, allowThreadsDirect: true } };
    await commands.structure(command, null, systemContext('first-section', section.name));
  }
}
