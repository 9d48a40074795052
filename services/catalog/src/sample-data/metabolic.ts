import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const metabolic: readonly SampleDisease[] = [
  {
    key: 'type-2-diabetes',
    nameEn: 'Type 2 Diabetes',
    nameKn: 'ಟೈಪ್ 2 ಮಧುಮೇಹ',
    category: 'Metabolic',
    notes: paragraphs(
      'Raised blood sugar with thirst, frequent urination and tiredness, often without symptoms for years. Coloured light does not lower blood sugar; food, movement and medicines do.',
      'ರಕ್ತದಲ್ಲಿ ಸಕ್ಕರೆಯ ಪ್ರಮಾಣ ಹೆಚ್ಚಿರುವ ರೋಗ. ಬಾಯಾರಿಕೆ, ಪದೇಪದೇ ಮೂತ್ರ ಬರುವುದು ಮತ್ತು ಆಯಾಸ ಇದರ ಲಕ್ಷಣಗಳು; ವರ್ಷಗಟ್ಟಲೆ ಲಕ್ಷಣಗಳು ಕಾಣದೆಯೂ ಇರಬಹುದು. ಸಕ್ಕರೆ ಇಳಿಯುವುದು ಆಹಾರ ಕ್ರಮ, ವ್ಯಾಯಾಮ ಮತ್ತು ಔಷಧಗಳಿಂದ; ಬಣ್ಣದ ಬೆಳಕಿನಿಂದ ಅಲ್ಲ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Green room light for rest and better sleep goes alongside the physician's treatment. Look at the patient's feet at every visit.",
        'Without the physician, insulin and tablets must not be changed or left out. Numb feet feel no heat: no warming lamp on legs or feet. Sweating, trembling or confusion may be low sugar: give sugar if the patient can swallow, and call for help.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ವಿಶ್ರಾಂತಿ ಮತ್ತು ಒಳ್ಳೆಯ ನಿದ್ರೆಗಾಗಿ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ಪ್ರತಿ ಭೇಟಿಯಲ್ಲೂ ರೋಗಿಯ ಪಾದಗಳನ್ನು ಪರೀಕ್ಷಿಸಿ.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಇನ್ಸುಲಿನ್ ಮತ್ತು ಮಾತ್ರೆಗಳನ್ನು ಬದಲಿಸಬಾರದು, ತಪ್ಪಿಸಬಾರದು. ಜೋಮು ಹಿಡಿದ ಪಾದಗಳಿಗೆ ಬಿಸಿ ತಿಳಿಯುವುದಿಲ್ಲ: ಕಾಲು ಮತ್ತು ಪಾದಗಳಿಗೆ ಶಾಖದ ದೀಪ ಬೇಡ. ಬೆವರು, ನಡುಕ ಅಥವಾ ಗೊಂದಲ ಸಕ್ಕರೆ ಇಳಿದಿರುವ ಸೂಚನೆಯಾಗಿರಬಹುದು: ನುಂಗಲು ಸಾಧ್ಯವಿದ್ದರೆ ಸಕ್ಕರೆ ಕೊಟ್ಟು, ನೆರವಿಗಾಗಿ ಕರೆ ಮಾಡಿ.',
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
          title: 'ಪಾದಗಳ ಪರೀಕ್ಷೆ',
          content: 'ಬಿರುಕು, ಗುಳ್ಳೆ, ಹುಣ್ಣು, ಬಣ್ಣದ ಬದಲಾವಣೆ ಇದೆಯೇ ನೋಡಿ; ಹುಣ್ಣು ಕಂಡರೆ ಅದೇ ದಿನ ವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಿ.',
          daysAgo: 135,
        },
        {
          title: 'Not on an empty stomach',
          content: 'Patients on insulin eat as usual before a session and bring a sweet with them.',
          daysAgo: 40,
        },
      ],
      history: [
        {
          daysAgo: 221,
          patientName: 'Ramachandra Hegde',
          treatmentDescription: 'HbA1c 8.1 % by the physician; sleeps five hours, feet healthy.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 138,
          patientName: 'Ramachandra Hegde',
          treatmentDescription: 'Green room light, six weeks; fasting sugar and sleep unchanged.',
          outcome: 'No Change',
          ...practitioners.kamath,
        },
        {
          daysAgo: 64,
          patientName: 'Jayashree Nayak',
          treatmentDescription: 'Green light and evening walk; sleeps better, medicines unchanged.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 23,
          patientName: 'ಮಹಾದೇವಿ ಪಾಟೀಲ',
          treatmentDescription: 'ಹಸಿರು ಬೆಳಕಿನಲ್ಲಿ ವಿಶ್ರಾಂತಿ; ಆಯಾಸ ಸ್ವಲ್ಪ ಕಡಿಮೆಯಾಗಿದೆ, ಔಷಧಗಳು ಹಿಂದಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'Partial Relief',
          ...practitioners.gowda,
        },
        {
          daysAgo: 3,
          patientName: 'Jayashree Nayak',
          treatmentDescription: 'Sessions continued once a week; next foot check in a month.',
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
    notes: paragraphs(
      'The thyroid gland makes too little hormone: tiredness, feeling cold, weight gain, dry skin. A daily tablet replaces the hormone, mostly for life.',
      'ಥೈರಾಯ್ಡ್ ಗ್ರಂಥಿ ಸಾಕಷ್ಟು ಹಾರ್ಮೋನ್ ಉತ್ಪಾದಿಸದ ಸ್ಥಿತಿ: ಆಯಾಸ, ಚಳಿ ತಾಳಲಾಗದಿರುವುದು, ತೂಕ ಹೆಚ್ಚುವುದು, ಒಣ ಚರ್ಮ ಇದರ ಲಕ್ಷಣಗಳು. ದಿನಕ್ಕೊಂದು ಮಾತ್ರೆ ಹಾರ್ಮೋನ್ ಕೊರತೆಯನ್ನು ತುಂಬುತ್ತದೆ; ಸಾಮಾನ್ಯವಾಗಿ ಜೀವನಪರ್ಯಂತ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Soft orange light on the shoulders in the morning is offered for comfort to patients who feel cold and tired, alongside the physician's treatment.",
        'Levothyroxine is taken every morning on an empty stomach and its dose is set by blood tests alone. Palpitations or weight loss are reported to the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಚಳಿ ಮತ್ತು ಆಯಾಸ ಕಾಡುವವರಿಗೆ ಬೆಳಿಗ್ಗೆ ಹಿತಕ್ಕಾಗಿ ಭುಜಗಳ ಮೇಲೆ ಮೃದುವಾದ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ.',
        'ಲೆವೊಥೈರಾಕ್ಸಿನ್ ಮಾತ್ರೆಯನ್ನು ಪ್ರತಿದಿನ ಬೆಳಿಗ್ಗೆ ಖಾಲಿ ಹೊಟ್ಟೆಯಲ್ಲಿ ತೆಗೆದುಕೊಳ್ಳಬೇಕು; ಅದರ ಪ್ರಮಾಣವನ್ನು ರಕ್ತ ಪರೀಕ್ಷೆಯಿಂದ ಮಾತ್ರ ನಿರ್ಧರಿಸಲಾಗುತ್ತದೆ. ಎದೆಬಡಿತ ಹೆಚ್ಚಾದರೆ ಅಥವಾ ತೂಕ ಇಳಿದರೆ ವೈದ್ಯರಿಗೆ ತಿಳಿಸಬೇಕು.',
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
          content: 'Half an hour before coffee; iron and calcium four hours later.',
          daysAgo: 77,
        },
      ],
      history: [
        {
          daysAgo: 164,
          patientName: 'Sumangala Joshi',
          treatmentDescription: 'Orange light in the morning; feels the cold less, dose unchanged.',
          outcome: 'Improved',
          ...practitioners.joshi,
        },
        {
          daysAgo: 74,
          patientName: 'Farzana Begum',
          treatmentDescription:
            'Orange light, five weeks; tiredness as before, blood test advised.',
          outcome: 'No Change',
          ...practitioners.patil,
        },
        {
          daysAgo: 25,
          patientName: 'Sumangala Joshi',
          treatmentDescription: 'Second series with a morning walk; fresher until evening.',
          outcome: 'Effective',
          ...practitioners.joshi,
        },
      ],
    },
  },
];
