import lists from './malicious-domain-names.json' with { type: 'json' };

/** Characters that cannot be read in a list. */
const marks = [
  ...['\u202e', '\u2066', '\u200f', '\u061c'],
  ...['\0', '\n', '\r\n', '\t', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u2028'],
];
/** Too long, or made of characters that no list shows. */
const made = [
  ...[`${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}example`, `${'ಬ'.repeat(60)}.example`],
  ...['a'.repeat(10_000), 'ಅ'.repeat(299), 'a.'.repeat(149), '.'.repeat(300)],
  ...[`xn--${'9'.repeat(59)}.example`, `xn--${'a'.repeat(250)}.example`, '💩'.repeat(30)],
  ...['xn--80ak6aa92e\u202e.example', '\u200d.example', 'a\u200db.example', '\u0301.example'],
  ...['\ud800', 'Z\u0351\u036b\u0343'.repeat(20)],
];

/**
 * Hostile names for a domain or a project: they attack shells, paths, headers, terminals,
 * resolvers and readers. None of them is a domain name that the checks may accept.
 */
export const maliciousDomainNames: readonly string[] = [
  ...marks.map((mark) => `site${mark}.example`),
  ...lists.shells.map((text) => `${text}.example`),
  ...lists.shells.slice(0, 8),
  ...[lists.paths, lists.hosts, lists.names, lists.punycode, lists.markup].flat(),
  ...made,
];
