import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const neurological: readonly SampleDisease[] = [
  {
    key: 'migraine',
    nameEn: 'Migraine',
    nameKn: 'ಅರೆತಲೆನೋವು',
    category: 'Neurological',
    codes: [{ system: 'ICD-10', code: 'G43' }],
    notes: paragraphs(
      'Attacks of throbbing headache with nausea and strong sensitivity to light and noise. Light itself can set off an attack, so only dim, steady light is used and only between attacks.',
      'ವಾಕರಿಕೆಯೊಂದಿಗೆ ಮಿಡಿಯುವಂತೆ ಬರುವ ತಲೆನೋವು; ಬೆಳಕು ಮತ್ತು ಸದ್ದನ್ನು ಸಹಿಸಲಾಗುವುದಿಲ್ಲ. ಬೆಳಕಿನಿಂದಲೇ ನೋವು ಶುರುವಾಗಬಹುದು; ಆದ್ದರಿಂದ ಮಂದವಾದ, ಮಿನುಗದ ಬೆಳಕನ್ನು ನೋವಿಲ್ಲದ ದಿನಗಳಲ್ಲಿ ಮಾತ್ರ ಬಳಸಿ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Between attacks, dim green light in a quiet room is a time of rest alongside the physician's treatment. Begin with three minutes and stop at the first glare, flicker or nausea.",
        'No flashing, no white or bare blue lamp, and no session during an attack. A sudden worst-ever headache, fever with a stiff neck, or weakness of one side is an emergency: call 108.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ನೋವಿಲ್ಲದ ದಿನಗಳಲ್ಲಿ ವಿಶ್ರಾಂತಿಗಾಗಿ ಶಾಂತವಾದ ಕೋಣೆಯಲ್ಲಿ ಮಂದ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ಮೂರು ನಿಮಿಷದಿಂದ ಆರಂಭಿಸಿ; ಕಣ್ಣು ಕುಕ್ಕುವುದು, ಬೆಳಕು ಮಿನುಗಿದಂತೆ ಕಾಣುವುದು ಅಥವಾ ವಾಕರಿಕೆ ಆದ ಕೂಡಲೇ ನಿಲ್ಲಿಸಿ.',
        'ಮಿನುಗುವ ಬೆಳಕು, ಬಿಳಿ ದೀಪ ಅಥವಾ ಮರೆಯಿಲ್ಲದ ನೀಲಿ ದೀಪ ಬೇಡ; ನೋವಿರುವಾಗ ಚಿಕಿತ್ಸೆ ಬೇಡ. ಹಿಂದೆಂದೂ ಇಲ್ಲದಂಥ ಹಠಾತ್ ತಲೆನೋವು, ಜ್ವರದೊಂದಿಗೆ ಕುತ್ತಿಗೆ ಸೆಟೆತ, ಅಥವಾ ದೇಹದ ಒಂದು ಬದಿಯಲ್ಲಿ ಬಲಹೀನತೆ ಕಂಡರೆ ತಕ್ಷಣ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Dim room light, eyes closed',
          applicationAreaKn: 'ಕೋಣೆಯ ಮಂದ ಬೆಳಕು, ಕಣ್ಣು ಮುಚ್ಚಿ',
          duration: '3 to 10 minutes',
          durationKn: '3ರಿಂದ 10 ನಿಮಿಷ',
          frequency: 'Twice a week, not during attacks',
          frequencyKn: 'ವಾರಕ್ಕೆ ಎರಡು ಬಾರಿ, ನೋವಿಲ್ಲದಾಗ ಮಾತ್ರ',
        },
        {
          color: 'indigo',
          applicationArea: 'Nape of the neck',
          applicationAreaKn: 'ಕುತ್ತಿಗೆಯ ಹಿಂಭಾಗ',
          duration: '8 minutes',
          durationKn: '8 ನಿಮಿಷ',
          frequency: 'Once a week',
          frequencyKn: 'ವಾರಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Check the lamp',
          titleKn: 'ದೀಪವನ್ನು ಪರೀಕ್ಷಿಸಿ',
          content:
            'Film it with a phone: bands in the picture mean flicker. Do not use such a lamp.',
          contentKn: 'ಮೊಬೈಲ್‌ನಲ್ಲಿ ವಿಡಿಯೊ ತೆಗೆಯಿರಿ: ಚಿತ್ರದಲ್ಲಿ ಪಟ್ಟೆಗಳು ಕಂಡರೆ ದೀಪ ಮಿನುಗುತ್ತಿದೆ ಎಂದರ್ಥ. ಅಂಥ ದೀಪ ಬಳಸಬೇಡಿ.',
          daysAgo: 127,
        },
        {
          title: 'After eye strain',
          titleKn: 'ಕಣ್ಣಿನ ಆಯಾಸದ ನಂತರ',
          content:
            'Give a patient with eye strain a break of two weeks; inform the physician before starting again.',
          contentKn: 'ಕಣ್ಣಿಗೆ ಆಯಾಸವಾದ ರೋಗಿಗೆ ಎರಡು ವಾರ ಬಿಡುವು ಕೊಡಿ; ಮತ್ತೆ ಆರಂಭಿಸುವ ಮೊದಲು ವೈದ್ಯರಿಗೆ ತಿಳಿಸಿ.',
          daysAgo: 57,
        },
      ],
      history: [
        {
          daysAgo: 226,
          patientName: 'Rekha Hosamani',
          treatmentDescription: 'Headache diary started: six attacks a month.',
          treatmentDescriptionKn: 'ತಲೆನೋವಿನ ದಿನಚರಿ ಆರಂಭ: ತಿಂಗಳಿಗೆ ಆರು ಬಾರಿ ನೋವು.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 143,
          patientName: 'Rekha Hosamani',
          treatmentDescription:
            'Dim green light for rest twice a week; attacks feel milder, number unchanged.',
          treatmentDescriptionKn:
            'ವಿಶ್ರಾಂತಿಗಾಗಿ ವಾರಕ್ಕೆ ಎರಡು ಬಾರಿ ಮಂದ ಹಸಿರು ಬೆಳಕು; ನೋವಿನ ತೀವ್ರತೆ ಕಡಿಮೆ ಎನಿಸುತ್ತದೆ, ಸಂಖ್ಯೆ ಅಷ್ಟೇ ಇದೆ.',
          outcome: 'Partial Relief',
          ...practitioners.kamath,
        },
        {
          daysAgo: 59,
          patientName: 'Kavya Ballal',
          treatmentDescription: 'Mild eye strain and glare after five minutes; sessions stopped.',
          treatmentDescriptionKn: 'ಐದು ನಿಮಿಷದ ನಂತರ ಕಣ್ಣಿಗೆ ಸ್ವಲ್ಪ ಆಯಾಸ, ಬೆಳಕು ಕುಕ್ಕಿದೆ; ಚಿಕಿತ್ಸೆ ನಿಲ್ಲಿಸಲಾಗಿದೆ.',
          outcome: 'Adverse Effect',
          ...practitioners.nadig,
        },
        {
          daysAgo: 24,
          patientName: 'Rekha Hosamani',
          treatmentDescription: 'Regular sleep, green light for rest; four attacks in the month.',
          treatmentDescriptionKn: 'ನಿಯಮಿತ ನಿದ್ರೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ಈ ತಿಂಗಳು ನಾಲ್ಕು ಬಾರಿ ನೋವು.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
      ],
    },
  },
  {
    key: 'epilepsy',
    nameEn: 'Epilepsy',
    nameKn: 'ಅಪಸ್ಮಾರ (ಮೂರ್ಛೆ ರೋಗ)',
    category: 'Neurological',
    codes: [{ system: 'ICD-10', code: 'G40' }],
    notes: paragraphs(
      "Repeated seizures from sudden electrical discharges of the brain; flicker and patterns can trigger them in some patients. Sessions need the neurologist's written consent.",
      'ಮಿದುಳಿನ ವಿದ್ಯುತ್ ಚಟುವಟಿಕೆಯಲ್ಲಿ ಹಠಾತ್ ಏರುಪೇರಾಗಿ ಪದೇಪದೇ ಸೆಳವು ಬರುವ ರೋಗ; ಕೆಲವರಲ್ಲಿ ಮಿನುಗುವ ಬೆಳಕು ಅಥವಾ ಪಟ್ಟೆಪಟ್ಟೆಯ ವಿನ್ಯಾಸಗಳಿಂದ ಸೆಳವು ಬರಬಹುದು. ಬಣ್ಣ ಚಿಕಿತ್ಸೆಗೆ ನರರೋಗ ತಜ್ಞರ ಲಿಖಿತ ಒಪ್ಪಿಗೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Only constant, dim blue light in the room, alongside the physician's treatment and for rest alone. Never flashing or pulsing light, and no lamp pointed at the face.",
        'Without the physician, seizure medicines must never be changed or stopped; a missed dose can bring on a seizure. In a seizure: lamp off, patient on the side, nothing in the mouth; call 108 if it lasts more than five minutes, if another follows, or if it is the first one.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಾತ್ರ ಕೋಣೆಯಲ್ಲಿ ಸ್ಥಿರವಾದ ಮಂದ ನೀಲಿ ಬೆಳಕು ನೀಡಿ. ಮಿನುಗುವ ಅಥವಾ ಏರಿಳಿಯುವ ಬೆಳಕನ್ನು ಎಂದಿಗೂ ಬಳಸಬೇಡಿ; ದೀಪವನ್ನು ಮುಖಕ್ಕೆ ನೇರವಾಗಿ ಹಿಡಿಯಬೇಡಿ.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಅಪಸ್ಮಾರದ ಔಷಧಗಳನ್ನು ಎಂದಿಗೂ ಬದಲಿಸಬಾರದು, ನಿಲ್ಲಿಸಬಾರದು; ಒಂದು ಹೊತ್ತು ತಪ್ಪಿದರೂ ಸೆಳವು ಬರಬಹುದು. ಸೆಳವು ಬಂದರೆ ದೀಪ ಆರಿಸಿ, ರೋಗಿಯನ್ನು ಮಗ್ಗುಲಾಗಿ ಮಲಗಿಸಿ, ಬಾಯಿಗೆ ಏನನ್ನೂ ಹಾಕಬೇಡಿ; ಐದು ನಿಮಿಷ ಮೀರಿದರೆ, ಮತ್ತೊಂದು ಸೆಳವು ಬಂದರೆ ಅಥವಾ ಇದೇ ಮೊದಲ ಸೆಳವಾದರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
      ),
      protocols: [
        {
          color: 'blue',
          applicationArea: 'Dim, steady room light',
          applicationAreaKn: 'ಕೋಣೆಯ ಸ್ಥಿರವಾದ ಮಂದ ಬೆಳಕು',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Once a week, never alone',
          frequencyKn: 'ವಾರಕ್ಕೊಮ್ಮೆ, ಜೊತೆಯಲ್ಲಿ ಒಬ್ಬರಿರಬೇಕು',
        },
      ],
      notes: [
        {
          title: 'Before the first session',
          titleKn: 'ಮೊದಲ ಬಾರಿಗೆ ಮುನ್ನ',
          content:
            "Neurologist's letter on file, with the result of the neurologist's own light-sensitivity test (EEG); never test this yourself. Relative present, 108 on the wall.",
          contentKn:
            'ನರರೋಗ ತಜ್ಞರ ಪತ್ರ ಮತ್ತು ಅವರೇ ಮಾಡಿಸಿದ ಬೆಳಕಿನ ಸಂವೇದನೆಯ ಪರೀಕ್ಷೆಯ (ಇಇಜಿ) ಫಲಿತಾಂಶ ಕಡತದಲ್ಲಿರಲಿ; ಇದನ್ನು ನೀವೇ ಎಂದಿಗೂ ಪರೀಕ್ಷಿಸಬೇಡಿ. ಸಂಬಂಧಿಕರು ಜೊತೆಗಿರಲಿ; 108 ಸಂಖ್ಯೆ ಗೋಡೆಯ ಮೇಲೆ ಬರೆದಿರಲಿ.',
          daysAgo: 171,
        },
      ],
      history: [
        {
          daysAgo: 156,
          patientName: 'Santosh Kalburgi',
          treatmentDescription: 'Steady dim blue light, four sessions; seizure diary unchanged.',
          treatmentDescriptionKn: 'ಸ್ಥಿರವಾದ ಮಂದ ನೀಲಿ ಬೆಳಕು, ನಾಲ್ಕು ಬಾರಿ; ಸೆಳವಿನ ದಿನಚರಿಯಲ್ಲಿ ಬದಲಾವಣೆ ಇಲ್ಲ.',
          outcome: 'No Change',
          ...practitioners.joshi,
        },
        {
          daysAgo: 51,
          patientName: 'Santosh Kalburgi',
          treatmentDescription: 'Feels calmer before sleep; medicines and seizure diary unchanged.',
          treatmentDescriptionKn: 'ನಿದ್ರೆಗೆ ಮುನ್ನ ನೆಮ್ಮದಿ ಎನಿಸುತ್ತದೆ; ಔಷಧಗಳಲ್ಲಿ ಮತ್ತು ಸೆಳವಿನ ದಿನಚರಿಯಲ್ಲಿ ಬದಲಾವಣೆ ಇಲ್ಲ.',
          outcome: 'No Change',
          ...practitioners.joshi,
        },
      ],
    },
  },
  {
    key: 'sciatica',
    nameEn: 'Sciatica',
    nameKn: 'ಸಯಾಟಿಕಾ ನರದ ನೋವು',
    category: 'Neurological',
    codes: [{ system: 'ICD-10', code: 'M54.3' }],
    notes: paragraphs(
      'Pain that runs from the lower back through the buttock into the leg, mostly from a pressed nerve root. Numbness between the legs or loss of bladder control is an emergency: call 108.',
      'ಕೆಳಬೆನ್ನಿನಿಂದ ಪೃಷ್ಠದ ಮೂಲಕ ಕಾಲಿಗೆ ಹರಡುವ ನೋವು; ಸಾಮಾನ್ಯವಾಗಿ ನರದ ಬುಡದ ಮೇಲೆ ಒತ್ತಡ ಬೀಳುವುದರಿಂದ ಬರುತ್ತದೆ. ತೊಡೆಗಳ ಸಂದಿಯಲ್ಲಿ ಮರಗಟ್ಟುವಿಕೆ ಅಥವಾ ಮೂತ್ರದ ಮೇಲೆ ಹಿಡಿತ ತಪ್ಪುವುದು ಕಂಡರೆ ತಕ್ಷಣ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Orange light on the lower back is a time of rest before the physiotherapist's exercises, alongside the physician's treatment. The patient lies on the side that hurts less.",
        "Keep the lamp at arm's length: skin with little feeling burns easily. Gentle movement is better than long bed rest.",
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಭೌತಚಿಕಿತ್ಸಕರು ಹೇಳಿಕೊಟ್ಟ ವ್ಯಾಯಾಮದ ಮೊದಲು ವಿಶ್ರಾಂತಿಗಾಗಿ ಕೆಳಬೆನ್ನಿಗೆ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ. ರೋಗಿ ನೋವು ಕಡಿಮೆ ಇರುವ ಮಗ್ಗುಲಿಗೆ ಮಲಗಲಿ.',
        'ದೀಪ ಒಂದು ತೋಳಿನಷ್ಟು ದೂರವಿರಲಿ; ಸ್ಪರ್ಶಜ್ಞಾನ ಕಡಿಮೆಯಾದ ಚರ್ಮ ಬೇಗ ಸುಡುತ್ತದೆ. ದಿನವಿಡೀ ಮಲಗಿರುವುದಕ್ಕಿಂತ ಹಗುರವಾದ ಓಡಾಟ ಒಳ್ಳೆಯದು.',
      ),
      protocols: [
        {
          color: 'orange',
          applicationArea: 'Lower back',
          applicationAreaKn: 'ಕೆಳಬೆನ್ನು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Leg test',
          titleKn: 'ಕಾಲಿನ ಪರೀಕ್ಷೆ',
          content:
            'At each visit, note for both sides how high the straight leg can be raised before pain.',
          contentKn: 'ಪ್ರತಿ ಭೇಟಿಯಲ್ಲೂ ಎರಡೂ ಕಾಲುಗಳನ್ನು ನೇರವಾಗಿ, ನೋವಾಗದಂತೆ ಎಷ್ಟು ಎತ್ತರಕ್ಕೆ ಎತ್ತಬಹುದು ಎಂದು ಬರೆದಿಡಿ.',
          daysAgo: 90,
        },
      ],
      history: [
        {
          daysAgo: 282,
          patientName: 'Basamma Hadimani',
          treatmentDescription:
            'Exercises for five weeks, with orange light before them; walks farther.',
          treatmentDescriptionKn: 'ಐದು ವಾರ ವ್ಯಾಯಾಮ, ಅದಕ್ಕೂ ಮೊದಲು ಕಿತ್ತಳೆ ಬೆಳಕು; ಈಗ ಹೆಚ್ಚು ದೂರ ನಡೆಯುತ್ತಾರೆ.',
          outcome: 'Improved',
          ...practitioners.patil,
        },
        {
          daysAgo: 93,
          patientName: 'Ashok Poojary',
          treatmentDescription:
            'Physiotherapy, with orange light for rest; no pain for three weeks.',
          treatmentDescriptionKn: 'ಭೌತಚಿಕಿತ್ಸೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಕಿತ್ತಳೆ ಬೆಳಕು; ಮೂರು ವಾರಗಳಿಂದ ನೋವಿಲ್ಲ.',
          outcome: 'Resolved',
          ...practitioners.joshi,
        },
        {
          daysAgo: 15,
          patientName: 'ನಿಂಗಪ್ಪ ಕಟ್ಟಿಮನಿ',
          treatmentDescription: 'Exercises, with orange light before them; less pain in the leg.',
          treatmentDescriptionKn: 'ವ್ಯಾಯಾಮ, ಅದಕ್ಕೂ ಮೊದಲು ಕಿತ್ತಳೆ ಬೆಳಕು; ಕಾಲಿನ ನೋವು ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
      ],
    },
  },
];
