import { readFileSync } from 'node:fs';
import { readEnv, variables } from '@guildhall/server/process/env.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.string().optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      volumes: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()),
      mem_limit: z.string(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});
const file = new URL('../../docker-compose.yml', import.meta.url);
const { services, volumes } = composeFile.parse(parse(readFileSync(file, 'utf8'), { merge: true }));
const variableNames = Object.keys(variables.shape);

describe.each(['server', 'projector'])('%s environment in the compose file', (name) => {
  const environment = withDefaults(services[name]?.environment ?? {});

  it('the compose file sets only variables that the program reads', () => {
    expect(Object.keys(environment).filter((variable) => !variableNames.includes(variable))).toEqual([]);
  });

  it('the compose file configures network mode with email', () => {
    const env = readEnv(environment);
    expect(env.network).toEqual({
      eventStoreUrl: 'esdb://eventstore:2113?tls=false',
      mongoUrl: 'mongodb://mongodb:27017',
    });
    expect(env.smtpUrl).toBe('smtp://mailpit:1025');
    expect(env.publicUrl).toBe('http://localhost:3000');
  });

  it('rejects the default secret at a public address', () => {
    const publicUrl = { PUBLIC_URL: 'https://play.example.org' };
    expect(() => readEnv({ ...environment, ...publicUrl })).toThrow(/^SECRET: is the publicly known sample value/);
    expect(readEnv({ ...environment, ...publicUrl, SECRET: 'x'.repeat(32) }).publicUrl).toBe(publicUrl.PUBLIC_URL);
  });

  it('refers only to hosts that are services in the compose file', () => {
    const hosts = ['EVENTSTORE_URL', 'MONGODB_URL', 'SMTP_URL'].map(
      (name) => new URL(environment[name] ?? '').hostname,
    );
    expect(hosts.filter((host) => !(host in services))).toEqual([]);
  });
});

describe('compose file', () => {
  it('the compose file exposes the server to other containers', () => {
    expect(readEnv(withDefaults(services['server']?.environment ?? {}))).toMatchObject({ host: '0.0.0.0', port: 3000 });
  });

  it('the compose file pins every image that is not built locally', () => {
    const unpinnedServices = Object.values(services).filter(({ image, build }) => !build && !/:v?\d+\.\d+/.test(image));
    expect(unpinnedServices).toEqual([]);
  });

  it('every service has a health check', () => {
    const unwatchedServices = Object.entries(services).filter(([, service]) => !service.healthcheck);
    expect(unwatchedServices).toEqual([]);
  });

  it("limits each service's memory and prevents it from gaining privileges", () => {
    for (const { mem_limit, security_opt } of Object.values(services)) {
      expect(mem_limit).toMatch(/^\d+[mg]$/);
      expect(security_opt).toEqual(['no-new-privileges:true']);
    }
    for (const name of ['server', 'projector']) {
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    }
  });

  it('starts the programs only when the stores are healthy', () => {
    for (const name of ['server', 'projector']) {
      expect(services[name]?.depends_on).toMatchObject({
        eventstore: { condition: 'service_healthy' },
        mongodb: { condition: 'service_healthy' },
      });
    }
  });

  it('each store has its data in a separate volume', () => {
    const mountedVolumes = ['eventstore', 'mongodb'].map((name) => services[name]?.volumes?.[0]?.split(':')[0]);
    expect(mountedVolumes).toEqual(Object.keys(volumes));
  });
});

/** Replaces `${NAME:-default}` with its default, as Compose does for an unset variable. */
function withDefaults(environment: Record<string, string | number>): Record<string, string> {
  const filledEntries = Object.entries(environment).map(([name, value]) => [
    name,
    String(value).replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
  ]);
  return z.record(z.string(), z.string()).parse(Object.fromEntries(filledEntries));
}
