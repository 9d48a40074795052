import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateKey } from '../access/token-keys.mjs';
import { readJson, writeJson } from './json-file.ts';

const randomHex = () => randomBytes(32).toString('hex');

const generators = {
  mongodb: randomHex,
  postgres: randomHex,
  redis: randomHex,
  rabbitmq: randomHex,
  minio: randomHex,
  erlangCookie: randomHex,
  /** The gateway's, to sign service tokens. */
  serviceTokenKey: newPrivateKey,
  /** The gateway's, for hashes of addresses and accounts. */
  auditHash: randomHex,
  testPayments: randomHex,
  /** Encrypts the backups of everything. */
  backup: randomHex,
};

/** Generated once per data folder. */
export type Secrets = Record<keyof typeof generators, string>;

/** Reads the secrets of the data folder and generates missing ones. Only the owner can read the file. */
export function loadSecrets(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secrets.json');
  const stored = readJson(
    file,
    'It holds the passwords of the data in the same folder. Restore it, or remove the whole folder.',
  );
  const secrets = Object.fromEntries(
    Object.entries(generators).map(([name, generate]) => [name, stored[name] ?? generate()]),
  ) as Secrets;
  if (Object.keys(generators).some((name) => stored[name] === undefined)) writeJson(file, secrets);
  chmodSync(file, 0o600);
  return secrets;
}

/** Letters and digits that look different from each other. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random password that a person can type; 20 characters are about 116 bits. */
export function randomPassword(length = 20): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
