/** Longest name of a disease, in characters. */
export const MAX_NAME_LENGTH = 200;
/** Longest list of the other names of a disease, in characters. */
export const MAX_OTHER_NAMES_LENGTH = 500;
/** Longest free note (a disease's own, a treatment's, a history entry's text), in characters. */
export const MAX_NOTE_LENGTH = 10_000;
/** Longest treatment description, in characters. */
export const MAX_DESCRIPTION_LENGTH = 20_000;
/** Most classification codes of one disease. */
export const MAX_CODES = 20;
/** Most body areas to choose from in a filter. */
export const MAX_AREA_CHOICES = 200;
/** Longest search text, in characters. */
export const MAX_SEARCH_LENGTH = 200;
/** Longest name of a color, in characters. */
export const MAX_COLOR_NAME_LENGTH = 50;
/** Most protocols of one treatment. */
export const MAX_PROTOCOLS = 50;
/** Title of a note that was given none. */
export const DEFAULT_NOTE_TITLE = 'New Note';
/** Days that a deleted record stays in the trash. */
export const TRASH_RETENTION_DAYS = 30;
/** Largest JSON body, in bytes. */
export const MAX_JSON_BODY_BYTES = 1_048_576;
/** Shortest password that the specification allows; configuration may only raise it. */
export const MIN_PASSWORD_LENGTH = 6;
/** Longest password; more would only cost hashing time. */
export const MAX_PASSWORD_LENGTH = 256;
/** How long an idempotency key is remembered, in hours. */
export const IDEMPOTENCY_HOURS = 24;
/** Diseases on a page of the registry. */
export const PAGE_SIZE = 10;
/** Diseases that a person can mark. */
export const MAX_FAVORITES = 200;
/** Diseases that a person viewed last. */
export const MAX_RECENT = 20;
/** Most rows that one page may ask for. */
export const MAX_PAGE_LIMIT = 100;
/** Rows in an answer when the caller asked for no page. */
export const MAX_UNPAGED_ITEMS = 1_000;
/** Newest notes and history entries that come along with a treatment. */
export const MAX_EMBEDDED_ENTRIES = 100;
/** Largest file of an import, in bytes. */
export const MAX_IMPORT_BYTES = 209_715_200;
/** Largest workbook (.xlsx) of an import, in bytes. */
export const MAX_WORKBOOK_BYTES = 10_485_760;
/** Most bytes that a workbook may have when it is unpacked. */
export const MAX_UNPACKED_BYTES = 209_715_200;
/** Most rows of an import. */
export const MAX_IMPORT_ROWS = 200_000;
/** Largest image that is taken, in bytes. */
export const MAX_IMAGE_BYTES = 10_485_760;
/** Most pixels of an image, in megapixels. */
export const MAX_IMAGE_MEGAPIXELS = 40;
/** Longest title of an image, in characters. */
export const MAX_IMAGE_TITLE_LENGTH = 200;
/** Longest description of an image, in characters. */
export const MAX_IMAGE_DESCRIPTION_LENGTH = 2_000;
/** Longest side of an image as it is shown, in pixels. */
export const DISPLAY_PIXELS = 1_600;
/** Longest side of a thumbnail, in pixels. */
export const THUMBNAIL_PIXELS = 320;

/** What an image of a treatment shows; the second is the default. */
export const imageTypes = ['disease_photo', 'treatment_area'] as const;
/** One of {@link imageTypes}. */
export type ImageType = (typeof imageTypes)[number];
/** In which sizes an image is served: as it is kept, for the screen, or small. */
export const imageSizes = ['master', 'display', 'thumb'] as const;
/** One of {@link imageSizes}. */
export type ImageSize = (typeof imageSizes)[number];
