export interface RealServer {
  address: string;
  stop(): Promise<void>;
}

const image = 'eventstore/eventstore:23.10.8-bookworm-slim';
const port = 2113;

/**
 * Returns the server at `EVENTSTORE_URL`, or starts one in Docker, or explains why neither is available.
 * @throws if Docker responds but the server fails to start
 */
export async function findRealServer(): Promise<RealServer | { missing: string }> {
  const address = process.env['EVENTSTORE_URL'];
  if (address) return { address, stop: () => Promise.resolve() };
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return { missing: 'EVENTSTORE_URL is not set and no Docker engine answers' };
  }
  const container = await new GenericContainer(image)
    .withCommand(['--insecure', '--mem-db'])
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/health/live', port).forStatusCode(204))
    .start();
  return {
    address: `esdb://${container.getHost()}:${container.getMappedPort(port)}?tls=false`,
    stop: async () => void (await container.stop()),
  };
}
