import { randomInt } from 'node:crypto';
import { settings } from './settings.ts';

/** The token for calls, and the cookie with which a page shows images. */
export interface Session {
  token: string;
  imagesCookie: { name: string; value: string };
}

/** Paid access to the registry for an hour. */
export interface Pass {
  /** The access code. */
  code: string;
  email: string;
  /** The browser's secret. */
  token: string;
}

const IMAGES = '/uploads';
const SESSION_VARIABLE = 'ADMIN_SESSION';

const post = (path: string, body: unknown, cookie?: string): Promise<Response> =>
  fetch(`${settings.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: settings.baseUrl,
      ...(cookie !== undefined && { Cookie: cookie }),
    },
    body: JSON.stringify(body),
  });

const read = async <T>(response: Response, what: string): Promise<T> => {
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

const readCookie = (response: Response, form: RegExp): { name: string; value: string } => {
  const cookie = response.headers.getSetCookie().find((line) => form.test(line));
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie ?? '') ?? [];
  if (name === '') throw new Error(`${response.url} sets no cookie like ${form.source}`);
  return { name, value };
};

/** Signs the administrator in. */
export const signIn = async (): Promise<Session> => {
  const { username, password } = settings;
  const response = await post('/api/admin/login', { username, password });
  const { token } = await read<{ token: string }>(response, 'sign-in');
  return { token, imagesCookie: readCookie(response, new RegExp(`Path=${IMAGES};`)) };
};

/** The one session of the administrator that all tests share; a journey must not end it. */
export const shareSession = (session: Session): void => {
  process.env[SESSION_VARIABLE] = JSON.stringify(session);
};

export const sharedSession = (): Session =>
  JSON.parse(process.env[SESSION_VARIABLE] ?? '{}') as Session;

/** An email address that no other test uses. */
export const newBuyer = (): string => `buyer${randomInt(1e9)}@example.com`;

/** Buys an hour as a browser does, without its pages. */
export const buyPass = async (): Promise<Pass> => {
  const email = newBuyer();
  const order = { amount: '9.99', currency: 'USD', intent: 'CAPTURE', item: 'hourly' };
  const ordered = await post('/paypal/order', order);
  const { name, value: token } = readCookie(ordered, /^pass=/);
  type Order = { id: string; approveUrl: string; accessCode: string };
  const { id, approveUrl, accessCode: code } = await read<Order>(ordered, 'order');
  const choice = new URLSearchParams({ choice: 'pay', payer: email });
  await fetch(approveUrl, { method: 'POST', body: choice, redirect: 'manual' });
  const captured = await post(`/paypal/order/${id}/capture`, {}, `${name}=${token}`);
  await read(captured, 'capture');
  return { code, email, token };
};

/** The cookies and the storage of a browser. */
export const cookieOf = (name: string, value: string, path = '/') => ({
  ...{ name, value, path, domain: new URL(settings.baseUrl).hostname },
  ...{ expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const },
});

export const imagesCookieOf = ({ imagesCookie: { name, value } }: Session) =>
  cookieOf(name, value, IMAGES);
