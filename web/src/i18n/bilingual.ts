/** The few texts that are always shown in both languages. */
export const bilingualTexts = {
  care: {
    en: 'Color therapy is a complementary practice. It does not replace medical diagnosis, treatment or prescribed medicines.',
    kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆಯು ಒಂದು ಪೂರಕ ಪದ್ಧತಿ. ಇದು ವೈದ್ಯಕೀಯ ತಪಾಸಣೆ, ಚಿಕಿತ್ಸೆ ಅಥವಾ ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಔಷಧಗಳಿಗೆ ಬದಲಿಯಲ್ಲ.',
  },
  sentence: {
    en: 'A handbook of diseases and their color treatments, in English and Kannada.',
    kn: 'ರೋಗಗಳು ಮತ್ತು ಅವುಗಳ ಬಣ್ಣ ಚಿಕಿತ್ಸೆಗಳ ಕೈಪಿಡಿ, ಕನ್ನಡ ಮತ್ತು ಇಂಗ್ಲಿಷ್‌ನಲ್ಲಿ.',
  },
} as const;

/** Each language under its own name, in its own script. */
export const languageNames = { en: 'English', kn: 'ಕನ್ನಡ' } as const;
