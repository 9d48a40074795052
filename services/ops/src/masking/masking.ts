// `names` are whole keys; `parts` may stand anywhere in a key.
import personal from './personal-keys.json' with { type: 'json' };

/** Replaces personal data and secrets. */
export const MASKED = '[masked]';

/** Deeper than any event. */
const MAX_DEPTH = 40;
const TOO_DEEP = '[too deep]';

// These may be in any text, under any key.
const MAIL = /[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}\.[^\s@"'<>().,;]{2,63}/gu;
const IPV4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;
// Two colons alone are a time of day, unless they stand together.
const IPV6 =
  /(?<![\w:])(?:(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}|[0-9a-f]{1,4}::[0-9a-f]{0,4}|::[0-9a-f]{1,4})(?![\w:])/gi;

/** Whether the values under a key of this name can be personal, or a secret; case and separators do not count. */
export const isPersonalKey = (key: string): boolean => {
  const plain = key.toLowerCase().replace(/[^a-z]/g, '');
  return personal.names.includes(plain) || personal.parts.some((part) => plain.includes(part));
};

/** The text without e-mail and network addresses. */
export const maskText = (text: string): string =>
  text.replace(MAIL, MASKED).replace(IPV4, MASKED).replace(IPV6, MASKED);

/** What stands for the values of a personal change, in the types of the contract. */
const maskedChange = new Map<string, unknown>([
  ['before', MASKED],
  ['after', MASKED],
  ['difference', []],
]);

/** A changed field (`{ field, before, after }`): `field` is the key of its values. */
const isPersonalChange = (value: object): boolean =>
  'field' in value && typeof value.field === 'string' && isPersonalKey(value.field);

/** A copy of a JSON value that may be shown: masked by the names of its keys, and in its texts. */
export const maskValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(item, depth + 1));
  const masked = isPersonalChange(value) ? maskedChange : undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      if (isPersonalKey(key)) return [key, MASKED];
      return [key, masked?.has(key) ? masked.get(key) : maskValue(item, depth + 1)];
    }),
  );
};
