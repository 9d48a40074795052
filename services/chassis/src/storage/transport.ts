import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** How long the storage may be silent on one connection; milliseconds. */
const SILENCE_MS = 10_000;

const silent = () => Object.assign(new Error('the storage is silent'), { code: 'ETIMEDOUT' });

/** What an S3 client (the package `minio`) speaks through. Connections are kept, and one on which nothing moves any more fails instead of hanging. */
export const transportOf = (
  useSSL: boolean,
): { transport: { request: typeof httpRequest }; transportAgent: HttpAgent } => {
  const request = useSSL ? httpsRequest : httpRequest;
  return {
    transport: {
      request: ((...args: Parameters<typeof httpRequest>) => {
        const made = request(...args);
        return made.setTimeout(SILENCE_MS, () => made.destroy(silent()));
      }) as typeof httpRequest,
    },
    transportAgent: new (useSSL ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 32 }),
  };
};
