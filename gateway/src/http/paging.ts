import type { Headers } from './http-reply.js';

/** One page of a list, as it was asked for. */
interface PageView {
  /** Path and the other parts of the query, without `page` and `limit`. */
  readonly path: string;
  readonly filter?: Readonly<Record<string, string | undefined>>;
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

const pageUrl = ({ path, filter = {}, limit }: PageView, page: number): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== undefined) query.set(name, value);
  }
  query.set('page', String(page));
  query.set('limit', String(limit));
  return `${path}?${query.toString()}`;
};

/** `Link` (RFC 8288) to the first, previous, next and last page. */
export const linkHeader = (view: PageView): string => {
  const { page, limit, total } = view;
  const last = Math.max(1, Math.ceil(total / limit));
  const links: [string, number][] = [['first', 1]];
  if (page > 1) links.push(['prev', Math.min(page - 1, last)]);
  if (page < last) links.push(['next', page + 1]);
  links.push(['last', last]);
  return links.map(([rel, to]) => `<${pageUrl(view, to)}>; rel="${rel}"`).join(', ');
};

/** Headers of one page of a list. */
export const pageHeaders = (view: PageView): Headers => ({
  'x-total-count': String(view.total),
  link: linkHeader(view),
});
