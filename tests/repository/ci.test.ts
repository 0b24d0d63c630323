import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const images = z.record(z.string(), z.object({ image: z.string() }));
const workflow = z
  .object({
    jobs: z.object({
      test: z.object({
        strategy: z.object({
          matrix: z.object({ include: z.array(z.object({ node: z.string(), tests: z.string() })) }),
        }),
        services: images,
        env: z.object({ MONGODB_URL: z.string(), EVENTSTORE_URL: z.string() }),
      }),
    }),
  })
  .parse(parse(read('.github/workflows/ci.yml')));
const { strategy, services, env } = workflow.jobs.test;
const runs = strategy.matrix.include;
const packageFile = z
  .object({ engines: z.object({ node: z.string() }), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

describe('CI workflow', () => {
  it('CI tests the oldest Node version that the engines field allows', () => {
    const oldest = /\d+\.\d+/.exec(packageFile.engines.node)?.[0];
    expect(runs.map(({ node }) => node)).toContain(oldest);
  });

  it("CI tests the image's Node version in both parts of the full tier", () => {
    const [, ofImage] = /^FROM node:(\d+)-/m.exec(read('Dockerfile')) ?? [];
    const tests = runs.filter(({ node }) => node === ofImage).map(({ tests }) => tests);
    expect(tests).toEqual(['test', 'test:rest']);
  });

  it('CI runs only scripts that exist', () => {
    expect(runs.filter(({ tests }) => !(tests in packageFile.scripts))).toEqual([]);
  });

  it('CI tests against the stores in the compose file under their service names', () => {
    const compose = z.object({ services: images }).parse(parse(read('docker-compose.yml'), { merge: true }));
    for (const [name, { image }] of Object.entries(services)) expect(compose.services[name]?.image).toBe(image);
    const hosts = [env.MONGODB_URL, env.EVENTSTORE_URL].map((address) => new URL(address).hostname);
    expect(hosts).toEqual(Object.keys(services));
  });
});
