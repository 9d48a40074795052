const words = (text: string): string[] => text.trim().split(/\s+/);

const bidi = ['\u202e', '\u2066', '\u200f', '\u061c'];
const controls = ['\0', '\n', '\r\n', '\t', '\u0007', '\u001b[31m', '\u007f', '\u0085', '\u2028'];
const shells = [
  '$(id)',
  '`id`',
  ';id',
  '| id',
  '&& id',
  '> /tmp/x',
  '$IFS',
  '${PATH}',
  "'; DROP TABLE x; --",
  '" || true',
  '\\x41',
  '*',
  '~root',
  '!!',
  '--help',
  '-rf',
];
const paths = [
  ...words(`
    ../ ../../etc/passwd /etc/passwd ./. ....// file:///etc/passwd a/../../b %2e%2e%2f
    %252e%252e%252f %00 %0d%0aSet-Cookie:a=b % %zz
  `),
  '..\\..\\windows',
];
const hosts = [
  ...words(`
    localhost localhost. 127.0.0.1 127.1 0x7f000001 2130706433 017700000001 0.0.0.0
    169.254.169.254 [::1] [::ffff:169.254.169.254] ::1 fe80::1%lo １２７.０.０.１ ①②⑦.⓪.⓪.①
    http://[::1]/ http://127.0.0.1:80/ http://user:password@site.example/ site.example@127.0.0.1
    127.0.0.1#.site.example gopher://site.example/ javascript:alert(1) data:text/html,x
    ftp://site.example http:// //site.example http:site.example site.example:99999999
    site.example:x
  `),
  '127.0.0.1\\.site.example',
];
const names = [
  ...words(`
    . .. ... .site.example site..example -site.example site-.example _dmarc.site.example
    site_.example *.site.example site.123 site.0x1 site,example site。。example site／example
    site％2eexample site@example
  `),
  'si te.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}example`,
  `${'ಬ'.repeat(60)}.example`,
  'a'.repeat(10_000),
  'ಅ'.repeat(299),
  'a.'.repeat(149),
  '.'.repeat(300),
];
const punycode = [
  ...words(`
    xn-- xn--.example xn--a.example xn--0.example xn---.example xn--xn--a.example
    xn--999999999.example ١.example 1א.example א1a.example
  `),
  `xn--${'9'.repeat(59)}.example`,
  `xn--${'a'.repeat(250)}.example`,
  'xn--a\u0cac.example',
  'xn--80ak6aa92e\u202e.example',
  '\u200d.example',
  'a\u200db.example',
  '\u0301.example',
];
const markup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '${7*7}',
  '{"$ne":null}',
  '__proto__',
  'constructor',
  'undefined',
  '\ud800',
  '💩'.repeat(30),
  'Z\u0351\u036b\u0343'.repeat(20),
];

/**
 * Hostile names for a domain or a project: they attack shells, paths, headers, terminals,
 * resolvers and readers. None of them is a domain name that the checks may accept.
 */
export const maliciousDomainNames: readonly string[] = [
  ...bidi.map((mark) => `site${mark}.example`),
  ...controls.map((mark) => `site${mark}.example`),
  ...shells.map((text) => `${text}.example`),
  ...shells.slice(0, 8),
  ...paths,
  ...hosts,
  ...names,
  ...punycode,
  ...markup,
];
