// @ts-check
import { createCodeRequests } from './guildhall.mjs';
import { createLinkServer } from './server.mjs';

const {
  GUILDHALL_URL = 'http://localhost:3000',
  GUILDHALL_KEY = '',
  LINK_SERVER_HOST = '0.0.0.0',
  LINK_SERVER_PORT = '25565',
  LINK_SERVER_LOGIN = 'online',
  SESSION_SERVER_URL = 'https://sessionserver.mojang.com',
} = process.env;

const minNodeVersion = 22;

/** @returns {string | null} */
function findFault() {
  const [major] = process.versions.node.split('.');
  if (Number(major) < minNodeVersion) return `The link server needs Node ${minNodeVersion} or later.`;
  if (!/^ghld_api_\w+$/.test(GUILDHALL_KEY)) return 'Set GUILDHALL_KEY to the key of a game server.';
  if (![GUILDHALL_URL, SESSION_SERVER_URL].every(isWebAddress))
    return 'GUILDHALL_URL and SESSION_SERVER_URL must be addresses that start with https:// or http://.';
  if (!['online', 'offline'].includes(LINK_SERVER_LOGIN)) return 'LINK_SERVER_LOGIN must be online or offline.';
  if (!/^\d{1,5}$/.test(LINK_SERVER_PORT) || Number(LINK_SERVER_PORT) > 65_535)
    return 'LINK_SERVER_PORT must be a port.';
  return null;
}

/** @param {string} url */
function isWebAddress(url) {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

const fault = findFault();
if (fault) {
  console.error(fault);
  process.exitCode = 1;
} else {
  const server = createLinkServer({
    sessionUrl: LINK_SERVER_LOGIN === 'online' ? SESSION_SERVER_URL : null,
    linkPage: new URL('/settings/games', GUILDHALL_URL).href,
    requestCode: createCodeRequests({ siteUrl: GUILDHALL_URL, key: GUILDHALL_KEY }),
    log: (message) => console.error(message),
  });
  server.on('error', (error) => {
    console.error(`The link server cannot listen: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(Number(LINK_SERVER_PORT), LINK_SERVER_HOST, () => {
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.log(`The link server listens on ${address.address}:${address.port}.`);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
}
