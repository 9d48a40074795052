import type { FindingWords } from './dns-words.js';

/** Findings in English. */
export const en: FindingWords = {
  both: (expected, found) => `Expected ${expected}, found ${found}.`,
  expected: (expected) => `Expected ${expected}.`,
  found: (found) => `Found ${found}.`,
  words: {
    nameNotFound: {
      said: ({ host }) => `The name ${host} does not exist in DNS.`,
      todo: () => 'Register the domain, or correct its spelling, and create its DNS records.',
    },
    dnsUnanswered: {
      said: ({ host }) => `The name servers of ${host} do not answer.`,
      todo: () => 'Check the name servers at your registrar, then check again in a few minutes.',
    },
    addressMissing: {
      said: ({ host }) => `${host} has no address (A record).`,
      todo: ({ host }) => `Create an A record for ${host}.`,
    },
    addressWrong: {
      said: ({ host }) => `${host} points to another address.`,
      todo: ({ host }) =>
        `Change the A record of ${host} to the expected address and remove the others.`,
    },
    ipv6Unexpected: {
      said: ({ host }) =>
        `${host} has an IPv6 address (AAAA record) that does not belong to this product.`,
      todo: ({ host }) =>
        `Correct or remove the AAAA record of ${host}: visitors with IPv6 would arrive elsewhere.`,
    },
    wwwWrong: {
      said: ({ host }) => `${host} leads elsewhere.`,
      todo: ({ host }) =>
        `Change the CNAME record of ${host} so that it points to the main domain.`,
    },
    wwwMissing: {
      said: ({ host }) => `${host} does not exist.`,
      todo: () => 'Create a CNAME record for www, so that people who type it also arrive.',
    },
    addressPrivate: {
      said: ({ host }) => `${host} points into a private network, which the internet cannot reach.`,
      todo: () => 'Use the public address of the server in the A record.',
    },
    unreachable: {
      said: ({ host }) => `Nobody answers at ${host}.`,
      todo: () => 'Check that the server runs and that the firewall lets ports 80 and 443 through.',
    },
    tlsFailed: {
      said: ({ host }) => `${host} does not answer over https.`,
      todo: ({ host }) => `Set up https for ${host} in front of the product.`,
    },
    certificateExpired: {
      said: ({ host }) => `The certificate of ${host} has expired.`,
      todo: () => 'Renew the certificate now: browsers warn visitors away.',
    },
    certificateNotYetValid: {
      said: ({ host }) => `The certificate of ${host} is not valid yet.`,
      todo: () => 'Check the clock of the server, or wait until the certificate begins.',
    },
    certificateWrongName: {
      said: ({ host }) => `The certificate was issued for another name than ${host}.`,
      todo: ({ host }) => `Get a certificate that names ${host}.`,
    },
    certificateSelfSigned: {
      said: ({ host }) => `The certificate of ${host} is self-signed.`,
      todo: () => "Get a certificate from a recognised authority, for example Let's Encrypt.",
    },
    certificateUntrusted: {
      said: ({ host }) => `Browsers do not trust the issuer of the certificate of ${host}.`,
      todo: () =>
        'Install the whole certificate chain, or get a certificate from a recognised authority.',
    },
    certificateEndsSoon: {
      said: ({ host, days }) =>
        days === 1
          ? `The certificate of ${host} ends in 1 day.`
          : `The certificate of ${host} ends in ${days} days.`,
      todo: () => 'Renew it in time, and check that it renews by itself.',
    },
    redirectMissing: {
      said: ({ host }) => `http://${host} does not lead to https.`,
      todo: () => 'Redirect http to https, so that nobody uses an open connection.',
    },
    issuerNotAllowed: {
      said: ({ host }) => `CAA records of ${host} do not allow the wanted issuer.`,
      todo: () =>
        'Add the issuer to the CAA records, else no certificate can be issued or renewed.',
    },
    defaultSettings: {
      said: () => 'This installation still has its default domain and address.',
      todo: () => 'Set SITE_DOMAIN and SITE_IPV4 to your own values and start the product again.',
    },
    releaseNotSeen: {
      said: ({ host }) => `${host} does not answer with this release yet.`,
      todo: ({ host }) =>
        `Check that ${host} leads to this server (DNS, firewall, proxy), then verify again.`,
    },
  },
};
