/** Longer than the longest text of any contract. */
const LONG = 'x'.repeat(30_000);

/** What somebody may send in the place of a value. */
const strangers: [string, unknown][] = [
  ['an object', { $ne: null }],
  ['a list', []],
  ['a number', 4_711.5],
  ['a negative number', -1],
  ['true', true],
  ['null', null],
  ['nothing but blanks', '  '],
  ['a text that is too long', LONG],
  ['a control character', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `value` with something else in one place, for every place. */
export function* mutationsOf(value: unknown, place = 'body'): Generator<[string, unknown]> {
  for (const [what, stranger] of strangers) yield [`${place} is ${what}`, stranger];
  if (Array.isArray(value)) {
    const [first, ...rest] = value as unknown[];
    for (const [what, changed] of mutationsOf(first, `${place}.0`))
      yield [what, [changed, ...rest]];
    yield [`${place} is very long`, Array.from({ length: 1_000 }, () => first)];
  } else if (isObject(value)) {
    yield [`${place} has an unknown key`, { ...value, unknownKey: 1 }];
    for (const name of Object.keys(value)) {
      const { [name]: old, ...others } = value;
      yield [`${place} lacks ${name}`, others];
      for (const [what, changed] of mutationsOf(old, `${place}.${name}`))
        yield [what, { ...others, [name]: changed }];
    }
  }
}
