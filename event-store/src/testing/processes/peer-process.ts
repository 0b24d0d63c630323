import { startPeer } from '../eventstoredb-peer/peer.js';

const peer = await startPeer();
console.log(peer.address);
