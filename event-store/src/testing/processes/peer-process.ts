/** Runs the EventStoreDB peer in a process of its own: prints its address, and runs until it is killed. */
import { startPeer } from '../eventstoredb-peer/peer.js';

const peer = await startPeer();
console.log(peer.address);
