import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPages, type CaughtMail } from './page.ts';

it('shows mails at its own names alone, and attachments as downloads', async () => {
  const attachments = [{ filename: 'page.html', mimeType: 'text/html', content: '<script>' }];
  const mails = [{ id: 1, at: new Date(), mail: { attachments } }] as unknown as CaughtMail[];
  const pages = createPages(mails).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = pages.address() as AddressInfo;
  // `fetch` sets the host itself.
  const open = async (host: string) => {
    const request = get({ host: '127.0.0.1', port, path: '/mails/1/0', headers: { host } });
    const [{ statusCode, headers }] = (await once(request, 'response')) as [IncomingMessage];
    return [statusCode, headers['content-disposition'], headers['content-type']];
  };
  const file = [200, 'attachment', 'application/octet-stream'];
  for (const host of [`127.0.0.1:${port}`, 'localhost:18950', '[::1]'])
    expect(await open(host)).toEqual(file);
  for (const host of ['shop.example', '127.0.0.1.shop.example:18950'])
    expect(await open(host)).toEqual([421, undefined, undefined]);
  pages.close().closeAllConnections();
});
