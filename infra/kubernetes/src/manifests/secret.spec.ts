import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { overlay, repository } from './kustomize-build.ts';

const NAME = 'colour-therapy-secrets';

/** The keys of the Secret that an object or a part of it names. */
const keysIn = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  const { secretName, name, items, key } = part as Record<string, unknown>;
  const own = secretName === NAME && Array.isArray(items) ? (items as { key: string }[]) : [];
  const named = name === NAME && typeof key === 'string' ? [key] : [];
  return [...own.map((item) => item.key), ...named, ...Object.values(part).flatMap(keysIn)];
};

it.each(['production', 'ha'] as const)(
  'print.mjs secret prints the keys that the overlay %s reads',
  (name) => {
    const env = {
      ...{ SECRET: 'a/b', MONGODB_URI: 'mongodb://a,b/?replicaSet=rs0', REDIS_ADDRESS: 'r:6379' },
      ...{ REDIS_URL: 'redis+sentinel://s:26379/master', RABBITMQ_URL: 'amqps://r:5671' },
    };
    const print = [join(repository, 'infra/local/access/print.mjs'), 'secret'];
    const text = execFileSync(process.execPath, print, { env }).toString();
    const { stringData } = JSON.parse(text) as { stringData: Record<string, string> };
    expect(Object.keys(stringData).toSorted()).toEqual(
      [...new Set(keysIn(overlay(name)))].toSorted(),
    );
    expect(stringData['mongodb-uri']).toBe('mongodb://ctdb:a%2Fb@a,b/?replicaSet=rs0');
  },
);
