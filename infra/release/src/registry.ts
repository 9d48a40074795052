/** What a registry answers about an image; `unknown` if it cannot be asked. */
export type Availability = 'there' | 'gone' | 'refused' | 'unknown';

export interface Answer {
  availability: Availability;
  /** The status or the network error; empty if the image is there. */
  reason: string;
}

const TIMEOUT_MS = 20_000;

/** Some registries answer 404 without the type that they have. */
const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/** Splits `docker.io/library/mongo:8.0.29`, or a name with a digest. */
const parseName = (name: string) => {
  const [, host = '', repository = '', reference = ''] =
    /^([^/]+)\/([^@]+?)(?::([^:@/]+))?(?:@(?:.+))?$/.exec(name) ?? [];
  const [, digest] = name.split('@');
  return { host, repository, reference: digest ?? reference };
};

/** Docker Hub answers at another host. Docker speaks http with registries of the same machine. */
const toOrigin = (host: string): string => {
  if (host === 'docker.io') return 'https://registry-1.docker.io';
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host) ? `http://${host}` : `https://${host}`;
};

const send = (url: string | URL, method: string, headers: Record<string, string>) =>
  fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });

/** Gets a token without an account, as the challenge of a registry says; or the reply that refuses it. */
const getToken = async (challenge: string): Promise<string | Response> => {
  const fields = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
  const url = new URL(fields['realm'] ?? '');
  for (const key of ['service', 'scope'])
    if (fields[key] !== undefined) url.searchParams.set(key, fields[key]);
  const response = await send(url, 'GET', {});
  if (!response.ok) return response;
  const body = (await response.json()) as { token?: string; access_token?: string };
  return body.token ?? body.access_token ?? '';
};

/** HEAD: Docker Hub counts a GET as a pull. */
const askRegistry = async (name: string): Promise<Response> => {
  const { host, repository, reference } = parseName(name);
  const url = `${toOrigin(host)}/v2/${repository}/manifests/${reference}`;
  const first = await send(url, 'HEAD', { accept: MANIFEST_TYPES });
  const challenge = first.headers.get('www-authenticate') ?? '';
  if (first.status !== 401 || !/^bearer /i.test(challenge)) return first;
  const token = await getToken(challenge);
  if (typeof token !== 'string') return token;
  return send(url, 'HEAD', { accept: MANIFEST_TYPES, authorization: `Bearer ${token}` });
};

const availabilities: Record<number, Availability> = {
  200: 'there',
  401: 'refused',
  403: 'refused',
  404: 'gone',
  410: 'gone',
};

/** Asks the registry of an image for its manifest, without an account. */
export const findImage = async (name: string): Promise<Answer> => {
  try {
    const { status } = await askRegistry(name);
    const availability = availabilities[status] ?? 'unknown';
    return { availability, reason: availability === 'there' ? '' : `HTTP ${status}` };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return { availability: 'unknown', reason: cause?.code ?? cause?.message ?? message };
  }
};

/** The exit code of the check: 0 all there, 1 some gone or refused, 2 some could not be asked. */
export const toExitCode = (answers: readonly Answer[]): number => {
  const some = (...wanted: Availability[]) =>
    answers.some(({ availability }) => wanted.includes(availability));
  if (some('gone', 'refused')) return 1;
  return some('unknown') ? 2 : 0;
};
