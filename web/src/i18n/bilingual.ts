/** The few texts that are always shown in both languages. */
export const bilingualTexts = {
  care: {
    en: 'Color therapy is a complementary practice. It does not replace medical diagnosis, treatment or prescribed medicines. Never stop a medicine without asking a physician. In an emergency in India, call 108 or 112.',
    kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆಯು ಒಂದು ಪೂರಕ ಪದ್ಧತಿ. ಇದು ರೋಗನಿರ್ಣಯ, ವೈದ್ಯಕೀಯ ಚಿಕಿತ್ಸೆ ಅಥವಾ ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಔಷಧಗಳಿಗೆ ಪರ್ಯಾಯವಲ್ಲ. ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಯಾವುದೇ ಔಷಧವನ್ನು ನಿಲ್ಲಿಸಬೇಡಿ. ತುರ್ತು ಸಂದರ್ಭದಲ್ಲಿ 108 ಅಥವಾ 112ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
  },
  careShort: {
    en: 'A complementary practice, no replacement for medical care. Emergency in India: 108 or 112.',
    kn: 'ಇದು ಪೂರಕ ಪದ್ಧತಿ; ವೈದ್ಯಕೀಯ ಚಿಕಿತ್ಸೆಗೆ ಪರ್ಯಾಯವಲ್ಲ. ತುರ್ತು ಸಂದರ್ಭದಲ್ಲಿ 108 ಅಥವಾ 112ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
  },
  sentence: {
    en: 'A handbook of diseases and complementary color-therapy protocols, in English and Kannada.',
    kn: 'ರೋಗಗಳು ಮತ್ತು ಅವುಗಳಿಗೆ ಪೂರಕವಾಗಿ ಬಳಸುವ ಬಣ್ಣ ಚಿಕಿತ್ಸಾ ಕ್ರಮಗಳ ಕೈಪಿಡಿ, ಕನ್ನಡ ಮತ್ತು ಇಂಗ್ಲಿಷ್‌ನಲ್ಲಿ.',
  },
} as const;

/** Each language under its own name, in its own script. */
export const languageNames = { en: 'English', kn: 'ಕನ್ನಡ' } as const;
