import type { SamplePractitioner } from './types.js';

/** Joins paragraphs with a blank line between them. */
export const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n');

/** Invented practitioners; each name is written once, so that figures per practitioner add up. */
export const practitioners = {
  gowda: { practitioner: 'Meenakshi Gowda', practitionerKn: 'ಮೀನಾಕ್ಷಿ ಗೌಡ' },
  joshi: { practitioner: 'Raghavendra Joshi', practitionerKn: 'ರಾಘವೇಂದ್ರ ಜೋಶಿ' },
  kamath: { practitioner: 'Vasudha Kamath', practitionerKn: 'ವಸುಧಾ ಕಾಮತ್' },
  nadig: { practitioner: 'Shilpa Nadig', practitionerKn: 'ಶಿಲ್ಪಾ ನಾಡಿಗ್' },
  patil: { practitioner: 'Basavaraj Patil', practitionerKn: 'ಬಸವರಾಜ ಪಾಟೀಲ' },
} as const satisfies Record<string, SamplePractitioner>;
