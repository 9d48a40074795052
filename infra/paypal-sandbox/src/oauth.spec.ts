import { expect, it } from 'vitest';
import { basicCredentials } from './oauth.ts';

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it('reads id and secret; only the first colon divides them', () => {
  expect(basicCredentials(header('id:se:cret'))).toEqual({ clientId: 'id', secret: 'se:cret' });
});

it.each([
  undefined,
  '',
  'Bearer x',
  'Basic',
  'Basic ###',
  header('id'),
  header('id:'),
  header(':s'),
])('finds none in %s', (given) => {
  expect(basicCredentials(given)).toBeUndefined();
});
