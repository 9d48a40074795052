import type { X509Certificate } from 'node:crypto';
import { checkServerIdentity } from 'node:tls';
import { toContract } from '@ctdb/chassis';
import { certificate, type Certificate, type DnsFinding } from '@ctdb/contracts';
import { toAdvice, toError } from './records.js';

const DAY_MS = 86_400_000;
/** Advice starts this many days before the end. */
export const ADVICE_DAYS = 14;
const MAX_TEXT = 300;
const MAX_NAMES = 100;

/** What can be wrong with a certificate or its chain. */
export type CertificateProblem = NonNullable<Certificate['fault']>;

// One part a line in OpenSSL's form.
const onOneLine = (name: string): string =>
  name
    .replaceAll('\n', ', ')
    .replace(/\p{Cc}/gu, '?')
    .slice(0, MAX_TEXT);

const parseNames = (alternatives: string | undefined): string[] =>
  (alternatives ?? '')
    .split(', ')
    .filter((entry) => entry.startsWith('DNS:'))
    .slice(0, MAX_NAMES)
    .map((entry) => entry.slice('DNS:'.length, MAX_TEXT));

const isSelfSigned = (x509: X509Certificate): boolean =>
  x509.checkIssued(x509) && x509.verify(x509.publicKey);

const chainProblem = (x509: X509Certificate, error: string | undefined): CertificateProblem[] => {
  if (error === undefined) return [];
  if (isSelfSigned(x509)) return ['certificateSelfSigned'];
  // Its own dates have findings of their own; those of a certificate above make the chain unusable.
  const now = Date.now();
  const isOwnDate =
    (error === 'CERT_HAS_EXPIRED' && now > x509.validToDate.getTime()) ||
    (error === 'CERT_NOT_YET_VALID' && now < x509.validFromDate.getTime());
  return isOwnDate ? [] : ['certificateUntrusted'];
};

/**
 * Parses the certificate that `host` presented, without anything that depends on the time: `lasting` are problems of
 * the name and the chain. Throws if it cannot be read.
 * @param chainError OpenSSL's error code of the chain
 */
export const parseCertificate = (
  x509: X509Certificate,
  host: string,
  chainError: string | undefined,
) => ({
  subject: onOneLine(x509.subject),
  issuer: onOneLine(x509.issuer),
  names: parseNames(x509.subjectAltName),
  validFrom: x509.validFromDate,
  validTo: x509.validToDate,
  lasting: [
    ...chainProblem(x509, chainError),
    ...(checkServerIdentity(host, x509.toLegacyObject())
      ? (['certificateWrongName'] as const)
      : []),
  ],
});

/** See {@link parseCertificate}. */
export type ParsedCertificate = ReturnType<typeof parseCertificate>;

/** All problems at this time. */
const problemsAt = (
  { validFrom, validTo, lasting }: ParsedCertificate,
  now: number,
): CertificateProblem[] => [
  ...(now > validTo.getTime() ? (['certificateExpired'] as const) : []),
  ...(now < validFrom.getTime() ? (['certificateNotYetValid'] as const) : []),
  ...lasting,
];

/** The certificate at this time, as the contract has it. */
export const toCertificate = (seen: ParsedCertificate, now: number): Certificate => {
  const [fault] = problemsAt(seen, now);
  const daysLeft = Math.floor((seen.validTo.getTime() - now) / DAY_MS);
  return toContract(certificate, { ...seen, daysLeft, ...(fault && { fault }) });
};

/** The problems as errors; without problems, advice if the certificate ends soon. */
export const certificateFindings = (
  seen: ParsedCertificate,
  host: string,
  now: number,
): DnsFinding[] => {
  const { names, issuer, daysLeft: days } = toCertificate(seen, now);
  const problems = problemsAt(seen, now);
  if (problems.length === 0)
    return days < ADVICE_DAYS ? [toAdvice('certificateEndsSoon', host, { days })] : [];
  const details: Partial<Record<CertificateProblem, Partial<DnsFinding>>> = {
    certificateExpired: { days },
    certificateWrongName: { expected: host, found: names },
    certificateUntrusted: { found: [issuer] },
  };
  return problems.map((code) => toError(code, host, details[code]));
};
