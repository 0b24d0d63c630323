import { WebSocket } from 'ws';

/**
 * Implements only the parts of Socket.IO that the benchmark needs because thousands of full clients would use more CPU
 * time than the server being measured. Passes each message to `receive`.
 */
export class LiveClient {
  /** @throws if the server refuses a topic */
  static async join(url, { cookie, requests }, receive) {
    const client = new LiveClient(url, cookie, receive);
    await client.connected;
    const results = await client.request('join', requests);
    if (results.some((result) => result !== 'joined')) throw new Error(`join: ${results.join(', ')}`);
    return client;
  }

  constructor(url, cookie, receive) {
    const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    this.receive = receive;
    this.socket = new WebSocket(address, { headers: { origin: url, cookie }, perMessageDeflate: false });
    this.connected = new Promise((resolve, reject) => {
      this.resolveConnected = resolve;
      this.socket.on('error', reject);
    });
    this.socket.on('message', (packet) => this.handlePacket(packet));
  }

  request(name, ...args) {
    return new Promise((resolve) => {
      this.resolveRequest = resolve;
      this.socket.send(`420${JSON.stringify([name, ...args])}`);
    });
  }

  close() {
    this.socket.close();
  }

  /** `packet` has the form `<Engine.IO type>[<Socket.IO type>][<acknowledgement id>]<JSON>`, as bytes. */
  handlePacket(packet) {
    const [packetType, messageType] = [String.fromCharCode(packet[0]), String.fromCharCode(packet[1])];
    if (packetType === '0') return this.socket.send('40');
    if (packetType === '2') return this.socket.send('3');
    if (packetType !== '4') return;
    if (messageType === '2') return this.receive(packet);
    if (messageType === '0') return this.resolveConnected();
    if (messageType === '3') this.resolveRequest(JSON.parse(packet.subarray(packet.indexOf('['))).at(0));
  }
}
