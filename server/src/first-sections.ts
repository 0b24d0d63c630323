import { deriveCommandId, systemActor, deriveAggregateId } from '@guildhall/domain/ids.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { Commands } from './commands/commands.js';
import { createSystemContext } from './commands/command-context.js';
import type { Policy } from './policy/policy.js';

const sections = [
  { name: 'news', displayName: 'News', description: 'What happens on the network', icon: 'news' },
  { name: 'updates', displayName: 'Updates', description: 'Changelogs of every game mode', icon: 'changelog' },
  { name: 'community', displayName: 'Community', description: 'Builds, events, everything else', icon: 'community' },
];

const createContext = (name: string) => createSystemContext('first-section', name);

/**
 * Command ids are fixed, so each section is created only once, whatever the number of servers, and a deleted section is
 * never recreated.
 */
export async function createFirstSections(commands: Commands, policy: Policy): Promise<void> {
  const { structureFold } = policy;
  const wereCreated = sections.map(({ name }) => structureFold.commands.has(createContext(name).commandId));
  if (structureFold.revision !== 'no-stream' && !wereCreated.includes(true)) return;
  for (const section of sections) {
    const sectionId = deriveAggregateId(deriveCommandId(systemActor, 'first-section', section.name));
    const command = { type: 'CreateSection' as const, section: { sectionId, ...section, allowThreadsDirect: true } };
    await commands.structure(command, null, createContext(section.name)).catch(ignoreTakenName);
  }
}

function ignoreTakenName(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'name-taken')) throw error;
}
