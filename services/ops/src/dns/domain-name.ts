import { domainToASCII, domainToUnicode } from 'node:url';
import { DomainError } from '@ctdb/contracts';

/** The longest name in text (RFC 1035, 2.3.4, without the lengths on the wire). */
const MAX_NAME = 253;
/** Optional scheme, host, port and path. The host contains no character with a meaning in a URL. */
const inputPattern = /^(?:https?:\/\/)?([^\s/?#\\@:%[\]]+)(?::\d{1,5})?(?:[/?#].*)?$/iu;
/** A label of a host name (RFC 1123, 2.1). */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const control = /\p{Cc}/u;

const hasOnlyHostLabels = (name: string): boolean => {
  const labels = name.split('.');
  // A last label of digits alone is an address of IPv4, in any of its spellings.
  return (
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
};

const isReadable = (display: string): boolean =>
  // What is no punycode stays as it is.
  display !== '' && !display.split('.').some((part) => part.startsWith('xn--'));

/**
 * The domain name in user input: with or without scheme, port and path, in any script or in punycode
 * (IDNA, as browsers do it). `ascii` is in punycode, in small letters, without the dot of the root;
 * `display` is as people write it. Throws `DOMAIN_NOT_VALID` for everything else, also for addresses and
 * for names of one label.
 */
export const parseDomain = (input: string) => {
  const text = input.trim();
  const host = control.test(text) ? undefined : inputPattern.exec(text)?.[1];
  const ascii = domainToASCII(host ?? '').replace(/\.$/, '');
  if (ascii.length > MAX_NAME || !hasOnlyHostLabels(ascii))
    throw new DomainError('DOMAIN_NOT_VALID');
  const display = domainToUnicode(ascii);
  if (!isReadable(display)) throw new DomainError('DOMAIN_NOT_VALID');
  return { ascii, display };
};
