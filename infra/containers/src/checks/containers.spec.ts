import { describe, expect, it } from 'vitest';
import { secretsToFind } from './containers.ts';

const plain = '0123456789abcdef0123456789abcdef';

describe('secretsToFind', () => {
  it('includes the password of a URL, encoded and decoded', () => {
    const address = 'mongodb://ctdb:pass%2Fword%2Fof%2Fsome%2Flength@mongo:27017/?authSource=admin';
    expect([...secretsToFind([address])]).toEqual([
      address,
      'pass%2Fword%2Fof%2Fsome%2Flength',
      'pass/word/of/some/length',
    ]);
    expect(secretsToFind([`redis://:${plain}@redis:6379`])).toContain(plain);
    expect(secretsToFind([`amqp://ctdb:${plain}@rabbitmq:5672`])).toContain(plain);
  });

  it('includes every line, but no empty password', () => {
    expect([...secretsToFind([plain, 'https://product.example/'])]).toEqual([
      plain,
      'https://product.example/',
    ]);
  });
});
