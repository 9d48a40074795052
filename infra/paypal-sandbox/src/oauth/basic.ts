/** Client id and secret from an Authorization header. */
export function basicCredentials(
  header: string | undefined,
): { clientId: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, clientId, secret] =
    /^([^:]{1,200}):(.{1,500})$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret };
}
