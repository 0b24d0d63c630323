import { z } from 'zod';
import { serverEditions } from '../../../games/limits.js';
import { descriptionLimits, textColours, textStyles } from '../../../status/description.js';
import { serverStates } from '../../../status/events.js';
import { count, id, name, time } from '../fields.js';

const descriptionPart = z.strictObject({
  text: name,
  colour: z.enum(textColours).nullable(),
  styles: z.array(z.enum(textStyles)),
});

export const serverRow = z.strictObject({
  id,
  name,
  mode: name.nullable().describe('The game mode'),
  edition: z.enum(serverEditions),
  pinged: z.boolean().describe('Servers that are not pinged are listed if they report their players'),
  state: z.enum(serverStates).describe('`unknown`: this site cannot determine whether the server is online'),
  since: time.describe('When the server entered this state'),
  players: count.nullable().describe('Null unless the server is online and reports the number'),
  max_players: count.nullable(),
  reported_players: count
    .nullable()
    .describe('The number of players on the server, according to its own reports. Null unless it is connected'),
  version: z.string().describe('The version of the game. Empty if unknown'),
  description: z.array(descriptionPart).max(descriptionLimits.parts).describe('At most two lines'),
  icon: z.string().nullable().describe('The address of a picture'),
  latency_ms: count.nullable(),
});
export type ServerRow = z.infer<typeof serverRow>;

export const serversResponse = z.strictObject({ servers: z.array(serverRow) });
export type ServersResponse = z.infer<typeof serversResponse>;

export const serverPoint = z.strictObject({
  at: time,
  average: z.number().min(0).nullable().describe('The average number of players while the server was online'),
  max: count.nullable(),
  uptime: z.number().min(0).max(1).nullable().describe('The share of the time that the server was online'),
});
export type ServerPoint = z.infer<typeof serverPoint>;
