/** The product's 16 terms, English to Kannada, in the order in which they are shown. */
export const glossary = [
  { key: 'disease', en: 'Disease', kn: 'ರೋಗ' },
  { key: 'treatment', en: 'Treatment', kn: 'ಚಿಕಿತ್ಸೆ' },
  { key: 'symptom', en: 'Symptom', kn: 'ಲಕ್ಷಣ' },
  { key: 'patient', en: 'Patient', kn: 'ರೋಗಿ' },
  { key: 'practitioner', en: 'Practitioner', kn: 'ಚಿಕಿತ್ಸಕ' },
  { key: 'colourTherapy', en: 'Colour therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  { key: 'diagnosis', en: 'Diagnosis', kn: 'ರೋಗನಿರ್ಣಯ' },
  { key: 'medicine', en: 'Medicine', kn: 'ಔಷಧಿ' },
  { key: 'pain', en: 'Pain', kn: 'ನೋವು' },
  { key: 'fever', en: 'Fever', kn: 'ಜ್ವರ' },
  { key: 'cough', en: 'Cough', kn: 'ಕೆಮ್ಮು' },
  { key: 'headache', en: 'Headache', kn: 'ತಲೆನೋವು' },
  { key: 'diabetes', en: 'Diabetes', kn: 'ಮಧುಮೇಹ' },
  { key: 'skin', en: 'Skin', kn: 'ಚರ್ಮ' },
  { key: 'heart', en: 'Heart', kn: 'ಹೃದಯ' },
  { key: 'history', en: 'Treatment history', kn: 'ಚಿಕಿತ್ಸಾ ಇತಿಹಾಸ' },
] as const;

/** The key of a term of {@link glossary}. */
export type GlossaryKey = (typeof glossary)[number]['key'];
