import { describe, expect, it } from '@jest/globals';
import { searched } from './secrets.ts';

const plain = '0123456789abcdef0123456789abcdef';

describe('searched', () => {
  it('has the password of an address apart, as it is written and as it is meant', () => {
    const address = 'mongodb://ctdb:pass%2Fword%2Fof%2Fsome%2Flength@mongo:27017/?authSource=admin';
    expect([...searched([address])]).toEqual([
      address,
      'pass%2Fword%2Fof%2Fsome%2Flength',
      'pass/word/of/some/length',
    ]);
    expect(searched([`redis://:${plain}@redis:6379`])).toContain(plain);
    expect(searched([`amqp://ctdb:${plain}@rabbitmq:5672`])).toContain(plain);
  });

  it('has every line, but no empty password', () => {
    expect([...searched([plain, 'https://nobody.example/'])]).toEqual([
      plain,
      'https://nobody.example/',
    ]);
  });
});
