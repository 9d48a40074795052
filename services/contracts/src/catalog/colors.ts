import { z } from 'zod';
import { access } from '../authorisation.js';
import { endpoint } from '../endpoint.js';
import { eventsAbout } from '../event.js';
import { byId, objectId, timestamp } from '../records.js';
import { requiredLine, typedText } from '../text-fields.js';
import { MAX_COLOR_NAME_LENGTH } from '../constants/limits.js';
import { protocolColor } from '../constants/schemas.js';

/** What a protocol names its color by: a built-in one, or the id of an added one. */
export const colorRef = z.union([protocolColor, objectId]);

/** What a person fills in for a color; `value` is its shade (sRGB). */
export const colorInput = z.strictObject({
  nameEn: requiredLine(MAX_COLOR_NAME_LENGTH),
  nameKn: requiredLine(MAX_COLOR_NAME_LENGTH),
  value: typedText()
    .regex(/^#[\dA-Fa-f]{6}$/)
    .toLowerCase(),
});

/** Names and shade of an added color. */
export const colorLook = z.object({ nameEn: z.string(), nameKn: z.string(), value: z.string() });

/** A color that an administrator added to the built-in ones. */
export const color = colorLook.extend({ id: objectId, createdAt: timestamp });
/** See {@link color}. */
export type Color = z.infer<typeof color>;

/** The added colors, by their English names. */
export const listColors = endpoint('GET /api/colors', {
  summary: 'Colors that administrators added for protocols',
  access: access.from('editor'),
  message: 'catalog.colors.list',
  reply: z.array(color),
});
/** Adds a color. No two have the same name in a language (`NAME_TAKEN`). */
export const addColor = endpoint('POST /api/colors', {
  summary: 'Adds a color for protocols',
  access: access.from('editor'),
  body: colorInput,
  idempotent: true,
  errors: ['IDEMPOTENCY_KEY_REUSED'],
  message: 'catalog.colors.add',
  location: '/api/colors',
  reply: color,
});
/** Removes a color that no treatment uses, those in the trash included. */
export const deleteColor = endpoint('DELETE /api/colors/{id}', {
  summary: 'Removes an added color that no treatment uses',
  access: access.from('editor'),
  params: byId,
  errors: ['NOT_FOUND', 'COLOR_IN_USE'],
  message: 'catalog.colors.delete',
});

const event = eventsAbout('catalog.color', { ...colorLook.shape, colorId: objectId });

/** What happens to added colors. */
export const colorEvents = { added: event('added'), deleted: event('deleted') };
