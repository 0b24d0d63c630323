// @ts-check
import { createInterface } from 'node:readline';
import { createBot } from './create-bot.mjs';

// Players in a game: minecraft-players.mjs FOLDER PORT VERSION. The folder contains mineflayer. Reads lines: "Steve"
// makes Steve join, and "Steve hello" makes Steve say hello. Prints what happens to each player.
const [folder = '', port, version] = process.argv.slice(2);
const bots = new Map();

/** @param {string} username */
function join(username) {
  const bot = createBot(folder, { port: Number(port), version, username });
  bots.set(username, bot);
  bot.on('spawn', () => console.log(`${username} joined`));
  bot.on('kicked', (/** @type {unknown} */ reason) => console.log(`${username} kicked ${JSON.stringify(reason)}`));
  bot.on('messagestr', (/** @type {string} */ text) => console.log(`${username} received ${text}`));
  bot.on('game', () => console.log(`${username} plays ${bot.game.gameMode}`));
  bot.on('error', (/** @type {Error} */ error) => console.log(`${username} failed ${error.message}`));
}

for await (const line of createInterface(process.stdin)) {
  const [name = '', ...words] = line.split(' ');
  if (words.length > 0) bots.get(name).chat(words.join(' '));
  else join(name);
}
