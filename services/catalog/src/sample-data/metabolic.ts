import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const metabolic: readonly SampleDisease[] = [
  {
    key: 'type-2-diabetes',
    nameEn: 'Type 2 Diabetes',
    nameKn: 'ಟೈಪ್ 2 ಮಧುಮೇಹ',
    category: 'Metabolic',
    codes: [{ system: 'ICD-10', code: 'E11' }],
    notes: paragraphs(
      'Raised blood sugar with thirst, frequent urination and tiredness, often without symptoms for years. Colored light does not lower blood sugar; only diet, exercise and medicines do.',
      'ರಕ್ತದಲ್ಲಿ ಸಕ್ಕರೆಯ ಪ್ರಮಾಣ ಹೆಚ್ಚಿರುವ ರೋಗ. ಬಾಯಾರಿಕೆ, ಪದೇಪದೇ ಮೂತ್ರ ಬರುವುದು ಮತ್ತು ಆಯಾಸ ಇದರ ಲಕ್ಷಣಗಳು; ವರ್ಷಗಟ್ಟಲೆ ಲಕ್ಷಣಗಳು ಕಾಣದೆಯೂ ಇರಬಹುದು. ಸಕ್ಕರೆ ಇಳಿಯುವುದು ಆಹಾರ ಕ್ರಮ, ವ್ಯಾಯಾಮ ಮತ್ತು ಔಷಧಗಳಿಂದ ಮಾತ್ರ; ಬಣ್ಣದ ಬೆಳಕಿನಿಂದ ಅಲ್ಲ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Green room light is a time of rest alongside the physician's treatment. Look at the patient's feet at every visit.",
        'Without the physician, insulin and tablets must not be changed or left out. Numb feet feel no heat: no warming lamp on legs or feet. Sweating, trembling or confusion may be low sugar: give sugar if the patient is awake and can swallow, otherwise nothing by mouth. In either case call 108.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ಪ್ರತಿ ಭೇಟಿಯಲ್ಲೂ ರೋಗಿಯ ಪಾದಗಳನ್ನು ಪರೀಕ್ಷಿಸಿ.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಇನ್ಸುಲಿನ್ ಮತ್ತು ಮಾತ್ರೆಗಳನ್ನು ಬದಲಿಸಬಾರದು, ತಪ್ಪಿಸಬಾರದು. ಜೋಮು ಹಿಡಿದ ಪಾದಗಳಿಗೆ ಬಿಸಿ ತಿಳಿಯುವುದಿಲ್ಲ: ಕಾಲು ಮತ್ತು ಪಾದಗಳಿಗೆ ಶಾಖದ ದೀಪ ಬೇಡ. ಬೆವರು, ನಡುಕ ಅಥವಾ ಗೊಂದಲ ಸಕ್ಕರೆ ಇಳಿದಿರುವ ಸೂಚನೆಯಾಗಿರಬಹುದು: ರೋಗಿ ಎಚ್ಚರವಾಗಿದ್ದು ನುಂಗಲು ಸಾಧ್ಯವಿದ್ದರೆ ಸಕ್ಕರೆ ಕೊಡಿ; ಇಲ್ಲದಿದ್ದರೆ ಬಾಯಿಗೆ ಏನನ್ನೂ ಹಾಕಬೇಡಿ. ಎರಡೂ ಸಂದರ್ಭಗಳಲ್ಲಿ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Room light, lying down',
          applicationAreaKn: 'ಮಲಗಿದ ಸ್ಥಿತಿಯಲ್ಲಿ ಕೋಣೆಯ ಬೆಳಕು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
        {
          color: 'yellow',
          applicationArea: 'Upper abdomen',
          applicationAreaKn: 'ಹೊಟ್ಟೆಯ ಮೇಲ್ಭಾಗ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Once a week',
          frequencyKn: 'ವಾರಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Foot check',
          titleKn: 'ಪಾದಗಳ ಪರೀಕ್ಷೆ',
          content:
            'Look for cracks, blisters, sores and changes of color; with a sore, send the patient to a physician the same day.',
          contentKn: 'ಬಿರುಕು, ಗುಳ್ಳೆ, ಹುಣ್ಣು, ಬಣ್ಣದ ಬದಲಾವಣೆ ಇದೆಯೇ ನೋಡಿ; ಹುಣ್ಣು ಕಂಡರೆ ಅದೇ ದಿನ ವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಿ.',
          daysAgo: 135,
        },
        {
          title: 'Not on an empty stomach',
          titleKn: 'ಖಾಲಿ ಹೊಟ್ಟೆಯಲ್ಲಿ ಬೇಡ',
          content: 'Patients on insulin eat as usual before a session and bring a sweet with them.',
          contentKn: 'ಇನ್ಸುಲಿನ್ ತೆಗೆದುಕೊಳ್ಳುವವರು ಎಂದಿನಂತೆ ಊಟ ಮಾಡಿ ಬರಲಿ; ಜೊತೆಗೆ ಸಿಹಿ ತಿನಿಸು ತರಲಿ.',
          daysAgo: 40,
        },
      ],
      history: [
        {
          daysAgo: 221,
          patientName: 'Ramachandra Hegde',
          treatmentDescription:
            'HbA1c 8.1%, measured by the physician; sleeps five hours, feet healthy.',
          treatmentDescriptionKn: 'ವೈದ್ಯರು ಮಾಡಿಸಿದ ಪರೀಕ್ಷೆಯಲ್ಲಿ ಎಚ್‌ಬಿಎ1ಸಿ 8.1%; ಐದು ಗಂಟೆ ನಿದ್ರೆ, ಪಾದಗಳು ಆರೋಗ್ಯವಾಗಿವೆ.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 138,
          patientName: 'Ramachandra Hegde',
          treatmentDescription: 'Green room light, six weeks; fasting sugar and sleep unchanged.',
          treatmentDescriptionKn: 'ಆರು ವಾರ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು; ಖಾಲಿ ಹೊಟ್ಟೆಯ ಸಕ್ಕರೆ ಮತ್ತು ನಿದ್ರೆ ಮೊದಲಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'No Change',
          ...practitioners.kamath,
        },
        {
          daysAgo: 64,
          patientName: 'Jayashree Nayak',
          treatmentDescription:
            'Evening walk, green light for rest; sleeps better, medicines unchanged.',
          treatmentDescriptionKn: 'ಸಂಜೆಯ ನಡಿಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ನಿದ್ರೆ ಚೆನ್ನಾಗಿದೆ, ಔಷಧಗಳು ಮೊದಲಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 23,
          patientName: 'ಮಹಾದೇವಿ ಪಾಟೀಲ',
          treatmentDescription: 'Rest in green light; a little less tired, medicines as before.',
          treatmentDescriptionKn: 'ಹಸಿರು ಬೆಳಕಿನಲ್ಲಿ ವಿಶ್ರಾಂತಿ; ಆಯಾಸ ಸ್ವಲ್ಪ ಕಡಿಮೆಯಾಗಿದೆ, ಔಷಧಗಳು ಹಿಂದಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'Partial Relief',
          ...practitioners.gowda,
        },
        {
          daysAgo: 3,
          patientName: 'Jayashree Nayak',
          treatmentDescription: 'Sessions continued once a week; next foot check in a month.',
          treatmentDescriptionKn: 'ವಾರಕ್ಕೊಮ್ಮೆ ಬೆಳಕು ಮುಂದುವರಿದಿದೆ; ಒಂದು ತಿಂಗಳ ನಂತರ ಮತ್ತೆ ಪಾದಗಳ ಪರೀಕ್ಷೆ.',
          outcome: 'Ongoing',
          ...practitioners.nadig,
        },
      ],
    },
  },
  {
    key: 'hypothyroidism',
    nameEn: 'Hypothyroidism',
    nameKn: 'ಥೈರಾಯ್ಡ್ ಹಾರ್ಮೋನ್ ಕೊರತೆ',
    category: 'Metabolic',
    codes: [{ system: 'ICD-10', code: 'E03' }],
    notes: paragraphs(
      'The thyroid gland makes too little hormone: tiredness, feeling cold, weight gain, dry skin. A daily tablet replaces the hormone, mostly for life.',
      'ಥೈರಾಯ್ಡ್ ಗ್ರಂಥಿ ಸಾಕಷ್ಟು ಹಾರ್ಮೋನ್ ಉತ್ಪಾದಿಸದ ಸ್ಥಿತಿ: ಆಯಾಸ, ಚಳಿ ತಾಳಲಾಗದಿರುವುದು, ತೂಕ ಹೆಚ್ಚುವುದು, ಒಣ ಚರ್ಮ ಇದರ ಲಕ್ಷಣಗಳು. ದಿನಕ್ಕೊಂದು ಮಾತ್ರೆ ಹಾರ್ಮೋನ್ ಕೊರತೆಯನ್ನು ತುಂಬುತ್ತದೆ; ಸಾಮಾನ್ಯವಾಗಿ ಜೀವನಪರ್ಯಂತ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Soft orange light on the shoulders in the morning is offered for comfort to patients who feel cold and tired, alongside the physician's treatment.",
        'Levothyroxine is taken every morning on an empty stomach; the physician sets its dose from blood tests, and it is never changed without asking. Palpitations or weight loss are reported to the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಚಳಿ ಮತ್ತು ಆಯಾಸ ಕಾಡುವವರಿಗೆ ಬೆಳಿಗ್ಗೆ ಹಿತಕ್ಕಾಗಿ ಭುಜಗಳ ಮೇಲೆ ಮೃದುವಾದ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ.',
        'ಲೆವೊಥೈರಾಕ್ಸಿನ್ ಮಾತ್ರೆಯನ್ನು ಪ್ರತಿದಿನ ಬೆಳಿಗ್ಗೆ ಖಾಲಿ ಹೊಟ್ಟೆಯಲ್ಲಿ ತೆಗೆದುಕೊಳ್ಳಬೇಕು; ರಕ್ತ ಪರೀಕ್ಷೆಯ ಆಧಾರದ ಮೇಲೆ ವೈದ್ಯರೇ ಅದರ ಪ್ರಮಾಣ ನಿರ್ಧರಿಸುತ್ತಾರೆ; ಕೇಳದೆ ಬದಲಿಸಬಾರದು. ಎದೆಬಡಿತ ಹೆಚ್ಚಾದರೆ ಅಥವಾ ತೂಕ ಇಳಿದರೆ ವೈದ್ಯರಿಗೆ ತಿಳಿಸಬೇಕು.',
      ),
      protocols: [
        {
          color: 'orange',
          applicationArea: 'Shoulders and upper back',
          applicationAreaKn: 'ಭುಜಗಳು ಮತ್ತು ಬೆನ್ನಿನ ಮೇಲ್ಭಾಗ',
          duration: '12 minutes',
          durationKn: '12 ನಿಮಿಷ',
          frequency: 'On alternate days, morning',
          frequencyKn: 'ದಿನ ಬಿಟ್ಟು ದಿನ, ಬೆಳಿಗ್ಗೆ',
        },
      ],
      notes: [
        {
          title: 'Tablet timing',
          titleKn: 'ಮಾತ್ರೆಯ ಸಮಯ',
          content:
            'At least half an hour before coffee and breakfast; iron and calcium four hours later.',
          contentKn:
            'ಕಾಫಿ ಮತ್ತು ಉಪಾಹಾರಕ್ಕೆ ಕನಿಷ್ಠ ಅರ್ಧ ಗಂಟೆ ಮೊದಲು; ಕಬ್ಬಿಣ ಮತ್ತು ಕ್ಯಾಲ್ಸಿಯಂ ಮಾತ್ರೆಗಳು ನಾಲ್ಕು ಗಂಟೆಯ ನಂತರ.',
          daysAgo: 77,
        },
      ],
      history: [
        {
          daysAgo: 164,
          patientName: 'Sumangala Joshi',
          treatmentDescription: 'Orange light in the morning; rests well, dose unchanged.',
          treatmentDescriptionKn: 'ಬೆಳಿಗ್ಗೆ ಕಿತ್ತಳೆ ಬೆಳಕು; ಚೆನ್ನಾಗಿ ವಿಶ್ರಾಂತಿ ಸಿಗುತ್ತಿದೆ, ಔಷಧದ ಪ್ರಮಾಣ ಮೊದಲಿನಷ್ಟೇ ಇದೆ.',
          outcome: 'Improved',
          ...practitioners.joshi,
        },
        {
          daysAgo: 74,
          patientName: 'Farzana Begum',
          treatmentDescription:
            'Orange light, five weeks; tiredness as before, blood test advised.',
          treatmentDescriptionKn: 'ಐದು ವಾರ ಕಿತ್ತಳೆ ಬೆಳಕು; ಆಯಾಸ ಮೊದಲಿನಂತೆಯೇ, ರಕ್ತ ಪರೀಕ್ಷೆಗೆ ಸಲಹೆ ನೀಡಲಾಗಿದೆ.',
          outcome: 'No Change',
          ...practitioners.patil,
        },
        {
          daysAgo: 25,
          patientName: 'Sumangala Joshi',
          treatmentDescription:
            'Second series: a walk every morning, orange light for rest; fresher until evening.',
          treatmentDescriptionKn: 'ಎರಡನೇ ಸರಣಿ: ಪ್ರತಿ ಬೆಳಿಗ್ಗೆ ನಡಿಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಕಿತ್ತಳೆ ಬೆಳಕು; ಸಂಜೆಯವರೆಗೂ ಚೈತನ್ಯ.',
          outcome: 'Effective',
          ...practitioners.joshi,
        },
      ],
    },
  },
];
