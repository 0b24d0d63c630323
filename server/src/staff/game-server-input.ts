import { limits } from '@guildhall/domain/limits.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { GameServerFields } from '@guildhall/domain/games/events.js';
import {
  conflictRules,
  defaultTemplates,
  gameAddressPattern,
  gameLimits,
  serverEditions,
} from '@guildhall/domain/games/limits.js';
import { toModeKey, offeredModes } from '@guildhall/domain/status/game-modes.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { z } from 'zod';
import type { SiteState } from '../policy/site-state.js';
import { flag, id, isOneLine, optionalId, createTextSchema } from '../request/input.js';
import { reasonField } from './reason.js';

const template = createTextSchema('one-line', 'validation', gameLimits.template.max)
  .refine(isOneLine, { error: 'one-line' })
  .describe('A console command with `{username}`, `{uuid}`, `{reason}`, `{until}` and `{rank}`');
const conflictRule = z.enum(conflictRules);

export const gameServerBody = z.object({
  name: createTextSchema('name-required', 'name-too-long', gameLimits.serverName.max).refine(isOneLine, {
    error: 'one-line',
  }),
  mode: z
    .string()
    .max(limits.modeName.max)
    .nullable()
    .default(null)
    .describe(`One of the game modes in the settings, or ${offeredModes.join(', ')}`),
  address: z
    .string()
    .trim()
    .refine((value) => value === '' || gameAddressPattern.test(value), { error: 'server-address-invalid' })
    .meta({ maxLength: 260, description: 'A host, and a port if it needs one. Empty: the server is not pinged' })
    .default(''),
  edition: z.enum(serverEditions).default('java'),
  ranks: z
    .array(z.object({ role_id: id, rank: z.string().regex(gameLimits.rank) }))
    .max(gameLimits.ranks)
    .default([])
    .describe('The roles and their ranks, highest rank first'),
  templates: z
    .object({
      ban: template.default(defaultTemplates.ban),
      unban: template.default(defaultTemplates.unban),
      rank_add: template.default(defaultTemplates.rankAdd),
      rank_remove: template.default(defaultTemplates.rankRemove),
    })
    .prefault({}),
  conflicts: z
    .object({ bans: conflictRule.default('last'), ranks: conflictRule.default('site') })
    .prefault({})
    .describe('Who wins if the site and the game change the same thing at the same time'),
  highest_role_id: optionalId
    .transform((roleId) => roleId ?? memberRole.id)
    .describe('The server can ban holders of roles up to this one, and assign such roles. Defaults to Member'),
  bans_on_site: flag.default(false).describe('Whether a ban in the game also bans the linked member here'),
  ...reasonField,
});
type GameServerBody = z.infer<typeof gameServerBody>;

/** @throws Refusal mode-unknown */
export function parseGameServerFields(
  body: GameServerBody,
  { settings }: Pick<SiteState, 'settings'>,
): GameServerFields {
  const { name, mode, address, edition, ranks, templates, conflicts } = body;
  const modes = [...offeredModes, ...settings.statusModes.map((statusMode) => statusMode.mode)];
  const knownMode = mode === null ? null : modes.find((candidate) => toModeKey(candidate) === toModeKey(mode));
  if (knownMode === undefined) throw new Refusal('mode-unknown', 'mode');
  return {
    name,
    mode: knownMode,
    address: address.toLowerCase(),
    edition,
    conflicts,
    ranks: ranks.map(({ role_id: roleId, rank }) => ({ roleId, rank })),
    templates: {
      ban: templates.ban,
      unban: templates.unban,
      rankAdd: templates.rank_add,
      rankRemove: templates.rank_remove,
    },
    highestRoleId: body.highest_role_id,
    bansOnSite: body.bans_on_site,
  };
}
