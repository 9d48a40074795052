/** Encodings that we send. */
export type Encoding = 'br' | 'gzip';

const weightsOf = (header: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const q = parameters.find((part) => part.startsWith('q='));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  return weights;
};

/** The encoding that a client likes best by `Accept-Encoding`, Brotli where it likes both. */
export const negotiateEncoding = (header: string | undefined): Encoding | undefined => {
  if (header === undefined) return undefined;
  const weights = weightsOf(header);
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? 'br' : 'gzip';
};
