import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const HOST_CERTIFICATES = [process.env['SSL_CERT_FILE'], '/etc/ssl/certs/ca-certificates.crt'];
const NAME = 'certificates';

/**
 * Copies the certificate authorities of the host, such as a company proxy's, for a program in the private Debian.
 * Returns the copy's path as that program sees it.
 */
export function copyCertificates(folder: string, visibleFolder: string): string | undefined {
  const file = HOST_CERTIFICATES.find((path) => path !== undefined && existsSync(path));
  if (file === undefined) return undefined;
  copyFileSync(file, join(folder, NAME));
  return `${visibleFolder}/${NAME}`;
}
