// @ts-check
import { createRequire } from 'node:module';

/**
 * Joins a Minecraft server on this machine with mineflayer, which the folder contains.
 * @param {string} folder
 * @param {{ port: number, version: string | undefined, username: string | undefined }} player
 * @returns {any}
 */
export function createBot(folder, player) {
  const mineflayer = createRequire(`${folder}/`)('mineflayer');
  return mineflayer.createBot({ ...player, host: '127.0.0.1', auth: 'offline', hideErrors: true, logErrors: false });
}
