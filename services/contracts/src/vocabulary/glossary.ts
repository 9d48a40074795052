/** The product's 16 terms, English to Kannada, in the order in which they are shown. */
export const glossary = [
  { key: 'disease', en: 'Disease', kn: 'ರೋಗ' },
  { key: 'treatment', en: 'Treatment', kn: 'ಚಿಕಿತ್ಸೆ' },
  { key: 'symptom', en: 'Symptom', kn: 'ಲಕ್ಷಣ' },
  { key: 'patient', en: 'Patient', kn: 'ರೋಗಿ' },
  { key: 'practitioner', en: 'Practitioner', kn: 'ಚಿಕಿತ್ಸಕರು' },
  { key: 'colorTherapy', en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' },
  { key: 'pain', en: 'Pain', kn: 'ನೋವು' },
  { key: 'fever', en: 'Fever', kn: 'ಜ್ವರ' },
  { key: 'headache', en: 'Headache', kn: 'ತಲೆನೋವು' },
  { key: 'cough', en: 'Cough', kn: 'ಕೆಮ್ಮು' },
  { key: 'inflammation', en: 'Inflammation', kn: 'ಉರಿಯೂತ' },
  { key: 'diabetes', en: 'Diabetes', kn: 'ಮಧುಮೇಹ' },
  { key: 'highBloodPressure', en: 'High Blood Pressure', kn: 'ಅಧಿಕ ರಕ್ತದೊತ್ತಡ' },
  { key: 'asthma', en: 'Asthma', kn: 'ಅಸ್ತಮಾ' },
  { key: 'skin', en: 'Skin', kn: 'ಚರ್ಮ' },
  { key: 'heart', en: 'Heart', kn: 'ಹೃದಯ' },
] as const;

/** The key of a term of {@link glossary}. */
export type GlossaryKey = (typeof glossary)[number]['key'];
