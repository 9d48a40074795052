import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const respiratory: readonly SampleDisease[] = [
  {
    key: 'asthma',
    nameEn: 'Asthma',
    nameKn: 'ಅಸ್ತಮಾ',
    category: 'Respiratory',
    notes: paragraphs(
      'Long-term narrowing of the airways with wheezing, cough and shortness of breath, often set off by dust, cold air or infections. Colour sessions aim only at calm breathing and never replace the inhaler.',
      'ಶ್ವಾಸನಾಳಗಳು ಕಿರಿದಾಗಿ ಉಬ್ಬಸ, ಕೆಮ್ಮು ಮತ್ತು ಏದುಸಿರು ಉಂಟಾಗುವ ದೀರ್ಘಕಾಲದ ರೋಗ; ಧೂಳು, ತಣ್ಣನೆಯ ಗಾಳಿ ಅಥವಾ ಸೋಂಕು ಇದನ್ನು ಕೆರಳಿಸಬಹುದು. ಬಣ್ಣ ಚಿಕಿತ್ಸೆಯ ಉದ್ದೇಶ ಉಸಿರಾಟವನ್ನು ಶಾಂತಗೊಳಿಸುವುದು ಮಾತ್ರ; ಅದು ಇನ್ಹೇಲರ್ ಬಳಕೆಗೆ ಬದಲಿಯಲ್ಲ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Given alongside the physician's treatment: soft blue light falls on the chest while the patient sits upright and breathes slowly. Stop if breathing becomes difficult.",
        "The inhaler stays within reach and the physician's plan is not changed. No session during an attack; wheezing that does not ease after the reliever medicine needs a hospital at once.",
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ನೀಡುವ ಕ್ರಮ: ರೋಗಿ ನೇರವಾಗಿ ಕುಳಿತು ನಿಧಾನವಾಗಿ ಉಸಿರಾಡುವಾಗ ಎದೆಯ ಮೇಲೆ ಮೃದುವಾದ ನೀಲಿ ಬೆಳಕು ಬೀಳುವಂತೆ ಮಾಡಿ. ಉಸಿರಾಟ ಕಷ್ಟವಾದರೆ ನಿಲ್ಲಿಸಿ.',
        'ಇನ್ಹೇಲರ್ ಕೈಗೆಟುಕುವಂತಿರಲಿ; ವೈದ್ಯರು ಸೂಚಿಸಿದ ಕ್ರಮವನ್ನು ಬದಲಿಸಬೇಡಿ. ಅಸ್ತಮಾ ಉಲ್ಬಣಿಸಿದಾಗ ಈ ಚಿಕಿತ್ಸೆ ಬೇಡ; ಉಬ್ಬಸ ತಗ್ಗಿಸುವ ಔಷಧ ತೆಗೆದುಕೊಂಡರೂ ಅದು ಕಡಿಮೆಯಾಗದಿದ್ದರೆ ತಕ್ಷಣ ಆಸ್ಪತ್ರೆಗೆ ಹೋಗಬೇಕು.',
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
          content: 'Ask about the last attack and the peak-flow reading. Air the room; no incense.',
          daysAgo: 118,
        },
        {
          title: 'ಧೂಳಿನ ಬಗ್ಗೆ ಎಚ್ಚರ',
          content: 'ದೀಪ ಮತ್ತು ಪರದೆಗಳನ್ನು ಪ್ರತಿ ವಾರ ಸ್ವಚ್ಛಗೊಳಿಸಿ; ಧೂಳಿನಿಂದ ಕೆಮ್ಮು ಹೆಚ್ಚಾಗಬಹುದು.',
          daysAgo: 31,
        },
      ],
      history: [
        {
          daysAgo: 212,
          patientName: 'Lakshmi Hegde',
          treatmentDescription: 'First visit; breathing rate and sleep recorded, no light yet.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 151,
          patientName: 'Lakshmi Hegde',
          treatmentDescription: 'Blue light on the chest, 15 minutes; calmer in the evenings.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
        {
          daysAgo: 12,
          patientName: 'ಸುಮಾ ಭಟ್',
          treatmentDescription: 'ಎದೆಯ ಮೇಲೆ ನೀಲಿ ಬೆಳಕು, 15 ನಿಮಿಷ; ಎರಡನೇ ವಾರ ನಡೆಯುತ್ತಿದೆ.',
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
    notes: paragraphs(
      'Inflammation of the air spaces around the nose with a blocked nose, facial pressure and headache. Fever, swelling around an eye or more than ten days of complaints call for a physician.',
      'ಮೂಗಿನ ಸುತ್ತಲಿನ ಗಾಳಿಯ ಕುಹರಗಳ (ಸೈನಸ್) ಉರಿಯೂತ; ಮೂಗು ಕಟ್ಟುವುದು, ಮುಖದಲ್ಲಿ ಒತ್ತಡ ಮತ್ತು ತಲೆನೋವು ಇದರ ಲಕ್ಷಣಗಳು. ಜ್ವರ ಅಥವಾ ಕಣ್ಣಿನ ಸುತ್ತ ಊತ ಕಂಡರೆ, ಇಲ್ಲವೇ ತೊಂದರೆ ಹತ್ತು ದಿನ ಮೀರಿದರೆ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು.',
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
          content:
            'A folded cotton cloth is enough. Tell the patient to report glare straight away.',
          daysAgo: 44,
        },
      ],
      history: [
        {
          daysAgo: 303,
          patientName: 'Prakash Naik',
          treatmentDescription: 'Turquoise light for seven days; pressure in the face as before.',
          outcome: 'No Effect',
          ...practitioners.joshi,
        },
        {
          daysAgo: 47,
          patientName: 'Ananya Rao',
          treatmentDescription:
            'Turquoise light with the prescribed nasal spray; free of complaints.',
          outcome: 'Resolved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 18,
          patientName: 'ರಮೇಶ ಕುಲಕರ್ಣಿ',
          treatmentDescription: 'ಐದು ದಿನ ಹಸಿರುನೀಲಿ ಬೆಳಕು; ತಲೆಭಾರ ಕಡಿಮೆಯಾಗಿದೆ ಎಂದರು.',
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
    notes: paragraphs(
      'Cough with phlegm over many months, most often after years of smoking or kitchen smoke. Giving up smoke and regular check-ups with the physician come first.',
      'ಹಲವು ತಿಂಗಳು ಕಾಡುವ ಕಫದ ಕೆಮ್ಮು; ವರ್ಷಗಟ್ಟಲೆ ಧೂಮಪಾನ ಮಾಡಿದವರಲ್ಲಿ ಅಥವಾ ಒಲೆಯ ಹೊಗೆ ಸೇವಿಸಿದವರಲ್ಲಿ ಹೆಚ್ಚು. ಹೊಗೆಯಿಂದ ದೂರವಿರುವುದು ಮತ್ತು ವೈದ್ಯರಲ್ಲಿ ನಿಯಮಿತ ತಪಾಸಣೆ ಮೊದಲ ಹೆಜ್ಜೆಗಳು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Orange light on the upper back accompanies breathing exercises, alongside the physician's treatment. Sessions are short and the patient sits leaning slightly forward.",
        'Blood in the phlegm, fever, bluish lips or breathlessness at rest are reasons to stop and to send the patient to a physician the same day.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಉಸಿರಾಟದ ವ್ಯಾಯಾಮ ಮಾಡುವಾಗ ಬೆನ್ನಿನ ಮೇಲ್ಭಾಗಕ್ಕೆ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ. ಅವಧಿ ಚಿಕ್ಕದಾಗಿರಲಿ; ರೋಗಿ ಸ್ವಲ್ಪ ಮುಂದಕ್ಕೆ ಬಾಗಿ ಕುಳಿತುಕೊಳ್ಳಲಿ.',
        'ಕಫದಲ್ಲಿ ರಕ್ತ, ಜ್ವರ, ತುಟಿ ನೀಲಿಗಟ್ಟುವುದು ಅಥವಾ ಸುಮ್ಮನಿದ್ದಾಗಲೂ ಏದುಸಿರು ಕಂಡರೆ ಚಿಕಿತ್ಸೆ ನಿಲ್ಲಿಸಿ, ಅದೇ ದಿನ ವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಿ.',
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
          title: 'ಹೊಗೆಯ ವಿಚಾರ',
          content: 'ಧೂಮಪಾನ ಬಿಡಲು ನೆರವು ಬೇಕೇ ಎಂದು ಪ್ರತಿ ಭೇಟಿಯಲ್ಲೂ ಕೇಳಿ; ಒತ್ತಾಯ ಮಾಡಬೇಡಿ.',
          daysAgo: 72,
        },
      ],
      history: [
        {
          daysAgo: 176,
          patientName: 'Hanumanthappa Kori',
          treatmentDescription: 'Orange light, four weeks; cough and phlegm unchanged.',
          outcome: 'No Change',
          ...practitioners.patil,
        },
        {
          daysAgo: 83,
          patientName: 'Hanumanthappa Kori',
          treatmentDescription: 'Orange light with breathing exercises; sleeps with fewer breaks.',
          outcome: 'Partial Relief',
          ...practitioners.patil,
        },
      ],
    },
  },
];
