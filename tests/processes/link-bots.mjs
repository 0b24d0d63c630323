// @ts-check
import { createBot } from './create-bot.mjs';

// Joins the link server in each version, with the names that follow it: link-bots.mjs FOLDER PORT VERSION NAME … The
// folder contains mineflayer. Prints why the server disconnected each player, as lines of JSON.
const [folder = '', port, ...players] = process.argv.slice(2);

for (let at = 0; at < players.length; at += 2) {
  const [version, username] = players.slice(at, at + 2);
  const reason = await new Promise((resolve) => {
    const bot = createBot(folder, { port: Number(port), version, username });
    bot.on('error', (/** @type {Error} */ error) => resolve(`error: ${error.message}`));
    bot.on('kicked', resolve);
    bot.on('end', () => resolve('ended without a reason'));
  });
  console.log(JSON.stringify({ version, username, reason }));
}
process.exit(0);
