import { z } from 'zod';
import { access } from '../authorisation.js';
import { legalPages, MAX_LEGAL_TEXT_LENGTH } from '../constants/legal-pages.js';
import { endpoint } from '../endpoint.js';
import { defineEvent, fieldChange } from '../event.js';
import { timestamp, version } from '../records.js';
import { requiredText } from '../text-fields.js';

const legalPageName = z.enum(legalPages);

/**
 * The text of a public page. A blank line ends a paragraph, and a line that begins with `# ` is a heading; nothing else
 * is formatted.
 */
export const legalPage = z.object({
  id: legalPageName,
  textEn: z.string(),
  textKn: z.string(),
  /** No lawyer has checked it: the page says so. */
  isDraft: z.boolean(),
  /** Absent while the page has its first version. */
  changedAt: timestamp.optional(),
  version,
});
/** See {@link legalPage}. */
export type LegalPage = z.infer<typeof legalPage>;

/** What an owner fills in. */
export const legalPageInput = z.strictObject({
  textEn: requiredText(MAX_LEGAL_TEXT_LENGTH),
  textKn: requiredText(MAX_LEGAL_TEXT_LENGTH),
  isDraft: z.boolean(),
});

const byPage = z.strictObject({ page: legalPageName });

/** The text of a page in both languages. */
export const getLegalPage = endpoint('GET /api/legal/{page}', {
  summary: 'The text of a public page: contact, terms, privacy or refunds',
  access: access.everyone,
  params: byPage,
  revalidated: true,
  message: 'ops.legal-pages.get',
  versioned: true,
  reply: legalPage,
});

/** Replaces the text of a page. The same text again changes nothing. */
export const setLegalPage = endpoint('PUT /api/legal/{page}', {
  summary: 'Replaces the text of a public page',
  access: access.from('admin'),
  params: byPage,
  body: legalPageInput,
  conditional: true,
  message: 'ops.legal-pages.set',
  versioned: true,
  reply: legalPage,
});

/** What happens to these texts, for the audit trail. */
export const legalPageEvents = {
  changed: defineEvent({
    name: 'ops.legal-page.changed.v1',
    payload: z.object({ page: legalPageName, changes: z.array(fieldChange) }),
  }),
};
