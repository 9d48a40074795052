import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldErrors } from './field-errors.js';
import * as contracts from './index.js';
import { clean, fold, isEmail, isolate, toEmail, toPlain } from './text.js';

it.each([
  ['case', 'DIABETES Straße ẞ ΟΔΟΣ', 'diabetes STRASSE ss οδοσ'],
  ['composition', 'José ಮೊಳೆ', 'Jose\u0301 ಮ\u0cc6\u0cc2ಳೆ'],
  ['width and other forms', 'fibrosis IV AB 12', 'ﬁbrosis Ⅳ ＡＢ １²'],
  ['joiners', 'ರಾಜ್\u200cಕುಮಾರ್ ರ\u200d್ಯ', 'ರಾಜ್ಕುಮಾರ್ ರ್ಯ'],
  ['nukta', 'ಫ\u0cbcಿ ज़ ऩ', 'ಫಿ ज न'],
  ['apostrophes', "D'Souza D'Souza D'Souza D'Souza", 'D’Souza DʼSouza D´Souza D`Souza'],
  ['dashes', 'COVID-19 COVID-19', 'COVID–19 COVID−19'],
  ['spaces', 'Ravi Kumar', ' Ravi \u00a0\u2800\tKumar\n'],
  ['digits of any script', '2026 19', '೨೦೨೬ १৯'],
  ['invisible characters', 'hypertension', '\ufeffhyper\u00adten\u2060si\u3164on'],
  ['broken Unicode', 'a\ufffd', 'a\ud800'],
])('the same text has %s of every kind', (_what, one, other) => {
  expect(fold(one)).toBe(fold(other));
});

it.each(['Jose José', 'ರವಿ ರವೀ', 'Ravi Rave', 'Mary-Ann MaryAnn', 'ಕ ಖ'])(
  'the same text is not %s',
  (two) => {
    const [one = '', other = ''] = two.split(' ');
    expect(fold(one)).not.toBe(fold(other));
  },
);

it.each([
  ['an e-mail address', toEmail, ' Ravi.K@ಕನ್ನಡ.ಭಾರತ ', 'Ravi.K@xn--nscyua8p.xn--2scrj9c'],
  ['one in ASCII', toEmail, 'A@Example.COM', 'A@Example.COM'],
  ['what is none', toEmail, 'a@ಕ/ನ.com', 'a@ಕ/ನ.com'],
  ['a code', toPlain, ' j೪೫．９ ', 'j45.9'],
  ['a day', toPlain, '೨೦೨೬–೦೧–೦೫', '2026-01-05'],
  ['joiners within emoji', clean, '👩\u200d⚕\ufe0f 1\ufe0f\u20e3', '👩\u200d⚕\ufe0f 1\ufe0f\u20e3'],
  ['other joiners and directions', clean, 'ರಾಜ್\u200c \u200d1\u200d2\u202e', 'ರಾಜ್ 12'],
  ['a name in a sentence', isolate, 'عمر\u202e', '\u2068عمر\u2069'],
])('reads %s', (_what, read, text, expected) => {
  expect(read(text)).toBe(expected);
});

it('tells e-mail addresses by their form', () => {
  expect(['a@b.in', 'a@ಕನ್ನಡ.ಭಾರತ'].every(isEmail)).toBe(true);
  expect(['a@ಕನ್ನಡ', 'ರವಿ@b.in', 'a@１２７.0.0.1', 'a b@c.in', ''].some(isEmail)).toBe(false);
});

/** What people do not type; passwords, which billing folds; domains, which ops does. */
const untyped =
  /\.(\w*[pP]assword|domain|url|address|challenge|token|refreshToken|userAgent|knownEtag|etag|filename|owners|route|transports|headers|query|razorpay_\w+)$|(removePasskey|endSession)\.id$/;

type Field = readonly [path: string, schema: z.ZodType<string>];

const findTexts = (schema: unknown, path: string): Field[] => {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [[path, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, each]) =>
      findTexts(each, `${path}.${name}`),
    );
  // Arrays, unions, records, pipes and optional fields hold others in their definition.
  const parts: unknown[] = schema instanceof z.ZodType ? Object.values(schema.def).flat() : [];
  return parts.flatMap((part) => findTexts(part, path));
};
const texts = Object.entries(contracts).flatMap(([name, declaration]) =>
  ['request', 'body', 'query', 'params'].flatMap((part) =>
    findTexts(Reflect.get(Object(declaration) as object, part), name),
  ),
);
const follows = ([, { def }]: Field, rules: unknown[]) =>
  (def as z.core.$ZodTypeDef).checks?.some(({ _zod }) =>
    rules.includes(Reflect.get(_zod.def, 'tx')),
  );

it('all texts of requests follow the rules for texts, or are ASCII', () => {
  const free = texts.filter(
    (field) =>
      !follows(field, [clean, toPlain, toEmail]) && field[1].safeParse('ಅಆಇಈಉಊಋಎಏಐ').success,
  );
  expect(texts.length).toBeGreaterThan(300);
  expect(free.map(([path]) => path).filter((path) => !untyped.test(path))).toEqual([]);
});

const characters =
  "aZ7 .'’-–ಕಾಜ್೧éßعم👩$\u0301\u0cbc\u200b\u200c\u200d\u2060\ufeff\u00ad\u2800\u3164\u00a0\n\t\u0085\u2028\0\u009f\u202e\u2069\ufe0f\ud800";
const typedText = fc
  .array(fc.constantFrom(...characters, '<b>{{a}}', '🙂'.repeat(300)), { minLength: 1 })
  .map((parts) => parts.join(''));
const stored = texts.filter((field) => follows(field, [clean]));

it('no text is stored that is blank, changes its neighbours or is not found by its own spelling', () => {
  fc.assert(
    fc.property(fc.constantFrom(...stored), typedText, ([, schema], typed) => {
      const { data: text = '', error } = schema.safeParse(typed, { reportInput: true });
      if (error) expect(toFieldErrors(error)[0]?.code).not.toBe('NOT_ALLOWED');
      else expect(schema.parse(text)).toBe(text);
      expect(text).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f]/);
      expect(text).toMatch(
        /^$|(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u,
      );
      if (!error) expect(fold(text)).toBe(fold(clean(typed) && typed));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});
