/** Stands in for a description that nobody has written yet. */
export const placeholder = {
  en: 'Treatment details will be added soon.',
  kn: 'ಚಿಕಿತ್ಸೆಯ ವಿವರಗಳನ್ನು ಶೀಘ್ರದಲ್ಲೇ ಸೇರಿಸಲಾಗುವುದು.',
} as const;
