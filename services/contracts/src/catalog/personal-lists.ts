import { z } from 'zod';
import { byId } from '../records.js';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { disease } from './diseases.js';

/** A disease in a list that is not paged: without its notes, which may be long. */
export const listedDisease = disease.omit({ notes: true });
/** See {@link listedDisease}. */
export type ListedDisease = z.infer<typeof listedDisease>;

/** What the changes of a list have in common. */
const ofList = {
  access: access.passWith('read'),
  params: byId,
  cookieAuthorised: true,
} as const;

/** The diseases that the caller has marked, the last marked one first. */
export const listFavorites = endpoint('GET /api/favorites', {
  summary: 'Diseases that the caller has marked',
  access: access.passWith('read'),
  message: 'catalog.favorites.list',
  reply: z.array(listedDisease),
});
/** Marks a disease, up to `MAX_FAVORITES`; one that is marked already stays as it is. */
export const addFavorite = endpoint('PUT /api/favorites/{id}', {
  ...ofList,
  summary: 'Marks a disease',
  errors: ['NOT_FOUND', 'FAVORITES_FULL'],
  message: 'catalog.favorites.add',
});
/** Takes the mark off a disease; one without a mark stays as it is. */
export const removeFavorite = endpoint('DELETE /api/favorites/{id}', {
  ...ofList,
  summary: 'Takes the mark off a disease',
  message: 'catalog.favorites.remove',
});

/** The diseases that the caller has viewed, the last viewed one first. */
export const listRecent = endpoint('GET /api/recent', {
  summary: 'Diseases that the caller has viewed',
  access: access.passWith('read'),
  message: 'catalog.recent.list',
  reply: z.array(listedDisease),
});
/**
 * Puts a disease first among those that the caller has viewed; `MAX_RECENT` of them are kept. One that
 * is not there is left out.
 */
export const addRecent = endpoint('PUT /api/recent/{id}', {
  ...ofList,
  summary: 'Notes that the caller has viewed a disease',
  message: 'catalog.recent.add',
});
