import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const respiratory: readonly SampleDisease[] = [
  {
    key: 'asthma',
    nameEn: 'Asthma',
    nameKn: 'ಅಸ್ತಮಾ',
    category: 'Respiratory',
    codes: [{ system: 'ICD-10', code: 'J45' }],
    notes: paragraphs(
      'Long-term narrowing of the airways with wheezing, cough and shortness of breath, often set off by dust, cold air or infections. Color sessions aim only at rest and calm and never replace the inhaler.',
      'ಶ್ವಾಸನಾಳಗಳು ಕಿರಿದಾಗಿ ಉಬ್ಬಸ, ಕೆಮ್ಮು ಮತ್ತು ಏದುಸಿರು ಉಂಟಾಗುವ ದೀರ್ಘಕಾಲದ ರೋಗ; ಧೂಳು, ತಣ್ಣನೆಯ ಗಾಳಿ ಅಥವಾ ಸೋಂಕು ಇದನ್ನು ಕೆರಳಿಸಬಹುದು. ಬಣ್ಣ ಚಿಕಿತ್ಸೆಯ ಉದ್ದೇಶ ವಿಶ್ರಾಂತಿ ಮತ್ತು ನೆಮ್ಮದಿ ಮಾತ್ರ; ಅದು ಇನ್ಹೇಲರ್ ಬಳಕೆಗೆ ಬದಲಿಯಲ್ಲ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Given alongside the physician's treatment: soft blue light falls on the chest while the patient sits upright and breathes slowly. Stop if breathing becomes difficult.",
        "The inhaler stays within reach and the physician's plan is not changed. No session during an attack; if wheezing does not ease after the reliever medicine, call 108.",
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ನೀಡುವ ಕ್ರಮ: ರೋಗಿ ನೇರವಾಗಿ ಕುಳಿತು ನಿಧಾನವಾಗಿ ಉಸಿರಾಡುವಾಗ ಎದೆಯ ಮೇಲೆ ಮೃದುವಾದ ನೀಲಿ ಬೆಳಕು ಬೀಳುವಂತೆ ಮಾಡಿ. ಉಸಿರಾಟ ಕಷ್ಟವಾದರೆ ನಿಲ್ಲಿಸಿ.',
        'ಇನ್ಹೇಲರ್ ಕೈಗೆಟುಕುವಂತಿರಲಿ; ವೈದ್ಯರು ಸೂಚಿಸಿದ ಕ್ರಮವನ್ನು ಬದಲಿಸಬೇಡಿ. ಅಸ್ತಮಾ ಉಲ್ಬಣಿಸಿದಾಗ ಈ ಚಿಕಿತ್ಸೆ ಬೇಡ; ಉಬ್ಬಸ ತಗ್ಗಿಸುವ ಔಷಧ ತೆಗೆದುಕೊಂಡರೂ ಅದು ಕಡಿಮೆಯಾಗದಿದ್ದರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
      ),
      protocols: [
        {
          color: 'blue',
          applicationArea: 'Chest',
          applicationAreaKn: 'ಎದೆ',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Once a day, evening',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಸಂಜೆ',
        },
        {
          color: 'orange',
          applicationArea: 'Upper back',
          applicationAreaKn: 'ಬೆನ್ನಿನ ಮೇಲ್ಭಾಗ',
          duration: '8 minutes',
          durationKn: '8 ನಿಮಿಷ',
          frequency: 'Twice a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಎರಡು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Before each session',
          titleKn: 'ಪ್ರತಿ ಸಲ ಆರಂಭಿಸುವ ಮುನ್ನ',
          content: 'Ask about the last attack and the peak-flow reading. Air the room; no incense.',
          contentKn:
            'ಕಳೆದ ಬಾರಿ ಅಸ್ತಮಾ ಉಲ್ಬಣಿಸಿದ್ದು ಯಾವಾಗ, ಪೀಕ್ ಫ್ಲೋ ಅಳತೆ ಎಷ್ಟು ಎಂದು ಕೇಳಿ. ಕೋಣೆಗೆ ಗಾಳಿ ಬರಲಿ; ಅಗರಬತ್ತಿ ಬೇಡ.',
          daysAgo: 118,
        },
        {
          title: 'Beware of dust',
          titleKn: 'ಧೂಳಿನ ಬಗ್ಗೆ ಎಚ್ಚರ',
          content: 'Clean the lamp and the curtains every week; dust can make the cough worse.',
          contentKn: 'ದೀಪ ಮತ್ತು ಪರದೆಗಳನ್ನು ಪ್ರತಿ ವಾರ ಸ್ವಚ್ಛಗೊಳಿಸಿ; ಧೂಳಿನಿಂದ ಕೆಮ್ಮು ಹೆಚ್ಚಾಗಬಹುದು.',
          daysAgo: 31,
        },
      ],
      history: [
        {
          daysAgo: 212,
          patientName: 'Lakshmi Hegde',
          treatmentDescription: 'First visit; breathing rate and sleep recorded, no light yet.',
          treatmentDescriptionKn: 'ಮೊದಲ ಭೇಟಿ; ಉಸಿರಾಟದ ವೇಗ ಮತ್ತು ನಿದ್ರೆಯನ್ನು ದಾಖಲಿಸಲಾಗಿದೆ; ಬೆಳಕು ಇನ್ನೂ ನೀಡಿಲ್ಲ.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 151,
          patientName: 'Lakshmi Hegde',
          treatmentDescription: 'Blue light on the chest, 15 minutes; calmer in the evenings.',
          treatmentDescriptionKn: 'ಎದೆಯ ಮೇಲೆ ನೀಲಿ ಬೆಳಕು, 15 ನಿಮಿಷ; ಸಂಜೆ ಹೊತ್ತು ಹೆಚ್ಚು ನೆಮ್ಮದಿ.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
        {
          daysAgo: 12,
          patientName: 'ಸುಮಾ ಭಟ್',
          treatmentDescription: 'Blue light on the chest, 15 minutes; in the second week.',
          treatmentDescriptionKn: 'ಎದೆಯ ಮೇಲೆ ನೀಲಿ ಬೆಳಕು, 15 ನಿಮಿಷ; ಎರಡನೇ ವಾರ ನಡೆಯುತ್ತಿದೆ.',
          outcome: 'Ongoing',
          ...practitioners.gowda,
        },
      ],
    },
  },
  {
    key: 'sinusitis',
    nameEn: 'Sinusitis',
    nameKn: 'ಸೈನಸ್ ಉರಿಯೂತ',
    category: 'Respiratory',
    codes: [{ system: 'ICD-10', code: 'J32' }],
    notes: paragraphs(
      'Inflammation of the air spaces around the nose with a blocked nose, facial pressure and headache. Swelling around an eye, double vision or a stiff neck: call 108 or go to a hospital at once. Fever or more than ten days of symptoms: see a physician.',
      'ಮೂಗಿನ ಸುತ್ತಲಿನ ಗಾಳಿಯ ಕುಹರಗಳ (ಸೈನಸ್) ಉರಿಯೂತ; ಮೂಗು ಕಟ್ಟುವುದು, ಮುಖದಲ್ಲಿ ಒತ್ತಡ ಮತ್ತು ತಲೆನೋವು ಇದರ ಲಕ್ಷಣಗಳು. ಕಣ್ಣಿನ ಸುತ್ತ ಊತ, ಎರಡೆರಡಾಗಿ ಕಾಣುವುದು ಅಥವಾ ಕುತ್ತಿಗೆ ಸೆಟೆತ ಕಂಡರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ ಅಥವಾ ತಕ್ಷಣ ಆಸ್ಪತ್ರೆಗೆ ಹೋಗಿ. ಜ್ವರವಿದ್ದರೆ, ಇಲ್ಲವೇ ತೊಂದರೆ ಹತ್ತು ದಿನ ಮೀರಿದರೆ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Alongside the physician's treatment, turquoise light falls on the cheeks and the bridge of the nose, after steam inhalation if the patient uses it. The eyes stay closed and covered.",
        'The aim is comfort and rest while the inflammation settles. Antibiotics or nasal sprays are taken to the end as the physician prescribed them.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ಕೆನ್ನೆ ಮತ್ತು ಮೂಗಿನ ಮೇಲ್ಭಾಗಕ್ಕೆ ಹಸಿರುನೀಲಿ ಬೆಳಕು ನೀಡಿ; ರೋಗಿ ಹಬೆ ತೆಗೆದುಕೊಳ್ಳುವ ರೂಢಿಯಿದ್ದರೆ ಅದರ ನಂತರ ನೀಡಿ. ರೋಗಿ ಕಣ್ಣು ಮುಚ್ಚಿರಲಿ; ಕಣ್ಣಿನ ಮೇಲೆ ಬಟ್ಟೆ ಇರಲಿ.',
        'ಉರಿಯೂತ ಇಳಿಯುವವರೆಗೆ ನೆಮ್ಮದಿ ಮತ್ತು ವಿಶ್ರಾಂತಿ ನೀಡುವುದೇ ಇದರ ಉದ್ದೇಶ. ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಪ್ರತಿಜೀವಕ ಔಷಧ ಅಥವಾ ಮೂಗಿನ ಸ್ಪ್ರೇಯನ್ನು ಸೂಚಿಸಿದಷ್ಟು ದಿನ ಪೂರ್ತಿಯಾಗಿ ಬಳಸಬೇಕು.',
      ),
      protocols: [
        {
          color: 'turquoise',
          applicationArea: 'Cheeks and bridge of the nose',
          applicationAreaKn: 'ಕೆನ್ನೆ ಮತ್ತು ಮೂಗಿನ ಮೇಲ್ಭಾಗ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Once a day for a week',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಒಂದು ವಾರ',
        },
      ],
      notes: [
        {
          title: 'Eye cover',
          titleKn: 'ಕಣ್ಣು ಮುಚ್ಚುವ ಬಟ್ಟೆ',
          content:
            'A folded cotton cloth is enough. Tell the patient to report glare straight away.',
          contentKn: 'ಮಡಿಸಿದ ಹತ್ತಿ ಬಟ್ಟೆ ಸಾಕು. ಬೆಳಕು ಕಣ್ಣಿಗೆ ಕುಕ್ಕಿದರೆ ಕೂಡಲೇ ತಿಳಿಸುವಂತೆ ರೋಗಿಗೆ ಹೇಳಿ.',
          daysAgo: 44,
        },
      ],
      history: [
        {
          daysAgo: 303,
          patientName: 'Prakash Naik',
          treatmentDescription: 'Turquoise light for seven days; pressure in the face as before.',
          treatmentDescriptionKn: 'ಏಳು ದಿನ ಹಸಿರುನೀಲಿ ಬೆಳಕು; ಮುಖದಲ್ಲಿನ ಒತ್ತಡ ಮೊದಲಿನಂತೆಯೇ ಇದೆ.',
          outcome: 'No Effect',
          ...practitioners.joshi,
        },
        {
          daysAgo: 47,
          patientName: 'Ananya Rao',
          treatmentDescription:
            'Turquoise light for rest only; cleared with the prescribed nasal spray.',
          treatmentDescriptionKn: 'ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಾತ್ರ ಹಸಿರುನೀಲಿ ಬೆಳಕು; ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಮೂಗಿನ ಸ್ಪ್ರೇಯಿಂದ ಗುಣವಾಗಿದೆ.',
          outcome: 'Resolved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 18,
          patientName: 'ರಮೇಶ ಕುಲಕರ್ಣಿ',
          treatmentDescription:
            'Turquoise light for five days; says that the head feels less heavy.',
          treatmentDescriptionKn: 'ಐದು ದಿನ ಹಸಿರುನೀಲಿ ಬೆಳಕು; ತಲೆಭಾರ ಕಡಿಮೆಯಾಗಿದೆ ಎಂದರು.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
      ],
    },
  },
  {
    key: 'chronic-bronchitis',
    nameEn: 'Chronic Bronchitis',
    nameKn: 'ದೀರ್ಘಕಾಲದ ಶ್ವಾಸನಾಳದ ಉರಿಯೂತ',
    category: 'Respiratory',
    codes: [{ system: 'ICD-10', code: 'J42' }],
    notes: paragraphs(
      'Cough with phlegm over many months, most often after years of smoking or kitchen smoke. Giving up smoke and regular check-ups with the physician come first.',
      'ಹಲವು ತಿಂಗಳು ಕಾಡುವ ಕಫದ ಕೆಮ್ಮು; ವರ್ಷಗಟ್ಟಲೆ ಧೂಮಪಾನ ಮಾಡಿದವರಲ್ಲಿ ಅಥವಾ ಒಲೆಯ ಹೊಗೆ ಸೇವಿಸಿದವರಲ್ಲಿ ಹೆಚ್ಚು. ಹೊಗೆಯಿಂದ ದೂರವಿರುವುದು ಮತ್ತು ವೈದ್ಯರಲ್ಲಿ ನಿಯಮಿತ ತಪಾಸಣೆ ಮೊದಲ ಹೆಜ್ಜೆಗಳು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Orange light on the upper back accompanies breathing exercises, alongside the physician's treatment. Sessions are short, and the patient sits leaning slightly forward.",
        'Bluish lips, confusion or breathlessness at rest: stop and call 108 at once. Blood in the phlegm or fever: stop, and send the patient to a physician the same day.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಉಸಿರಾಟದ ವ್ಯಾಯಾಮ ಮಾಡುವಾಗ ಬೆನ್ನಿನ ಮೇಲ್ಭಾಗಕ್ಕೆ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ. ಅವಧಿ ಚಿಕ್ಕದಾಗಿರಲಿ; ರೋಗಿ ಸ್ವಲ್ಪ ಮುಂದಕ್ಕೆ ಬಾಗಿ ಕುಳಿತುಕೊಳ್ಳಲಿ.',
        'ತುಟಿ ನೀಲಿಗಟ್ಟುವುದು, ಗೊಂದಲ ಅಥವಾ ಸುಮ್ಮನಿದ್ದಾಗಲೂ ಏದುಸಿರು ಕಂಡರೆ ತಕ್ಷಣ ನಿಲ್ಲಿಸಿ, 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ. ಕಫದಲ್ಲಿ ರಕ್ತ ಅಥವಾ ಜ್ವರ ಇದ್ದರೆ ಚಿಕಿತ್ಸೆ ನಿಲ್ಲಿಸಿ, ಅದೇ ದಿನ ವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಿ.',
      ),
      protocols: [
        {
          color: 'orange',
          applicationArea: 'Upper back',
          applicationAreaKn: 'ಬೆನ್ನಿನ ಮೇಲ್ಭಾಗ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Smoke',
          titleKn: 'ಹೊಗೆಯ ವಿಚಾರ',
          content:
            'Ask at every visit whether help with giving up smoking is wanted; do not press.',
          contentKn: 'ಧೂಮಪಾನ ಬಿಡಲು ನೆರವು ಬೇಕೇ ಎಂದು ಪ್ರತಿ ಭೇಟಿಯಲ್ಲೂ ಕೇಳಿ; ಒತ್ತಾಯ ಮಾಡಬೇಡಿ.',
          daysAgo: 72,
        },
      ],
      history: [
        {
          daysAgo: 176,
          patientName: 'Hanumanthappa Kori',
          treatmentDescription: 'Orange light, four weeks; cough and phlegm unchanged.',
          treatmentDescriptionKn: 'ನಾಲ್ಕು ವಾರ ಕಿತ್ತಳೆ ಬೆಳಕು; ಕೆಮ್ಮು ಮತ್ತು ಕಫ ಮೊದಲಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'No Change',
          ...practitioners.patil,
        },
        {
          daysAgo: 83,
          patientName: 'Hanumanthappa Kori',
          treatmentDescription: 'Orange light with breathing exercises; wakes less often at night.',
          treatmentDescriptionKn: 'ಉಸಿರಾಟದ ವ್ಯಾಯಾಮದ ಜೊತೆಗೆ ಕಿತ್ತಳೆ ಬೆಳಕು; ರಾತ್ರಿ ಎಚ್ಚರವಾಗುವುದು ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Partial Relief',
          ...practitioners.patil,
        },
      ],
    },
  },
];
