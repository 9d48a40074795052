import { createHash } from 'node:crypto';

/**
 * Equal for names that differ only in Unicode form, case, joiners or spaces; counts patients.
 * Never leaves this service.
 */
export const patientKey = (name: string): string => {
  const folded = name
    .normalize('NFC')
    .replace(/[\u200b-\u200d\ufeff]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
  return createHash('sha256').update(folded).digest('base64url').slice(0, 22);
};
