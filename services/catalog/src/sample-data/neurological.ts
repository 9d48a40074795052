import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const neurological: readonly SampleDisease[] = [
  {
    key: 'migraine',
    nameEn: 'Migraine',
    nameKn: 'ಅರೆತಲೆನೋವು',
    category: 'Neurological',
    notes: paragraphs(
      'Attacks of throbbing headache with nausea and strong sensitivity to light and noise. Light itself can set off an attack, so only dim, steady light is used and only between attacks.',
      'ವಾಕರಿಕೆಯೊಂದಿಗೆ ಮಿಡಿಯುವಂತೆ ಬರುವ ತಲೆನೋವು; ಬೆಳಕು ಮತ್ತು ಸದ್ದನ್ನು ಸಹಿಸಲಾಗುವುದಿಲ್ಲ. ಬೆಳಕಿನಿಂದಲೇ ನೋವು ಶುರುವಾಗಬಹುದು; ಆದ್ದರಿಂದ ಮಂದವಾದ, ಮಿನುಗದ ಬೆಳಕನ್ನು ನೋವಿಲ್ಲದ ದಿನಗಳಲ್ಲಿ ಮಾತ್ರ ಬಳಸಿ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Between attacks, dim green light in a quiet room goes alongside the physician's treatment. Begin with three minutes and stop at the first glare, flicker or nausea.",
        'No flashing, no white or bare blue lamp, and no session during an attack. A sudden worst-ever headache, fever with a stiff neck, or weakness of one side is an emergency.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ನೋವಿಲ್ಲದ ದಿನಗಳಲ್ಲಿ ಶಾಂತವಾದ ಕೋಣೆಯಲ್ಲಿ ಮಂದ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ಮೂರು ನಿಮಿಷದಿಂದ ಆರಂಭಿಸಿ; ಕಣ್ಣು ಕುಕ್ಕುವುದು, ಬೆಳಕು ಮಿನುಗಿದಂತೆ ಕಾಣುವುದು ಅಥವಾ ವಾಕರಿಕೆ ಆದ ಕೂಡಲೇ ನಿಲ್ಲಿಸಿ.',
        'ಮಿನುಗುವ ಬೆಳಕು, ಬಿಳಿ ದೀಪ ಅಥವಾ ಮರೆಯಿಲ್ಲದ ನೀಲಿ ದೀಪ ಬೇಡ; ನೋವಿರುವಾಗ ಚಿಕಿತ್ಸೆ ಬೇಡ. ಹಿಂದೆಂದೂ ಇಲ್ಲದಂಥ ಹಠಾತ್ ತಲೆನೋವು, ಜ್ವರದೊಂದಿಗೆ ಕುತ್ತಿಗೆ ಸೆಟೆತ, ಅಥವಾ ದೇಹದ ಒಂದು ಬದಿಯಲ್ಲಿ ಬಲಹೀನತೆ ಕಂಡರೆ ತುರ್ತು ಚಿಕಿತ್ಸೆ ಬೇಕು.',
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
          content:
            'Film it with a phone: bands in the picture mean flicker. Such a lamp is not used.',
          daysAgo: 127,
        },
        {
          title: 'ಕಣ್ಣಿನ ಆಯಾಸದ ನಂತರ',
          content: 'ಕಣ್ಣಿಗೆ ಆಯಾಸವಾದ ರೋಗಿಗೆ ಎರಡು ವಾರ ಬಿಡುವು ಕೊಡಿ; ಮತ್ತೆ ಆರಂಭಿಸುವ ಮೊದಲು ವೈದ್ಯರಿಗೆ ತಿಳಿಸಿ.',
          daysAgo: 57,
        },
      ],
      history: [
        {
          daysAgo: 226,
          patientName: 'Rekha Hosamani',
          treatmentDescription: 'Headache diary begun: six attacks a month.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 143,
          patientName: 'Rekha Hosamani',
          treatmentDescription: 'Dim green light twice a week; attacks milder, number unchanged.',
          outcome: 'Partial Relief',
          ...practitioners.kamath,
        },
        {
          daysAgo: 59,
          patientName: 'Kavya Ballal',
          treatmentDescription: 'Mild eye strain and glare after five minutes; sessions stopped.',
          outcome: 'Adverse Effect',
          ...practitioners.nadig,
        },
        {
          daysAgo: 24,
          patientName: 'Rekha Hosamani',
          treatmentDescription: 'Green light with regular sleep; four attacks in the month.',
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
    notes: paragraphs(
      "Repeated seizures from sudden electrical discharges of the brain; flicker and patterns can trigger them in some patients. Sessions need the neurologist's written consent.",
      'ಮಿದುಳಿನ ವಿದ್ಯುತ್ ಚಟುವಟಿಕೆಯಲ್ಲಿ ಹಠಾತ್ ಏರುಪೇರಾಗಿ ಪದೇಪದೇ ಸೆಳವು ಬರುವ ರೋಗ; ಕೆಲವರಲ್ಲಿ ಮಿನುಗುವ ಬೆಳಕು ಅಥವಾ ಪಟ್ಟೆಪಟ್ಟೆಯ ವಿನ್ಯಾಸಗಳಿಂದ ಸೆಳವು ಬರಬಹುದು. ಬಣ್ಣ ಚಿಕಿತ್ಸೆಗೆ ನರರೋಗ ತಜ್ಞರ ಲಿಖಿತ ಒಪ್ಪಿಗೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Only constant, dim blue light in the room, alongside the physician's treatment and for rest alone. Never flashing, pulsing or strobe light, and no lamp pointed at the face.",
        'Without the physician, seizure medicines must never be changed or stopped; a missed dose can bring on a seizure. In a seizure: lamp off, patient on the side, nothing in the mouth; call 108 if it lasts more than five minutes.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಾತ್ರ ಕೋಣೆಯಲ್ಲಿ ಸ್ಥಿರವಾದ ಮಂದ ನೀಲಿ ಬೆಳಕು ನೀಡಿ. ಮಿನುಗುವ ಅಥವಾ ಏರಿಳಿಯುವ ಬೆಳಕನ್ನು ಎಂದಿಗೂ ಬಳಸಬೇಡಿ; ದೀಪವನ್ನು ಮುಖಕ್ಕೆ ನೇರವಾಗಿ ಹಿಡಿಯಬೇಡಿ.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಅಪಸ್ಮಾರದ ಔಷಧಗಳನ್ನು ಎಂದಿಗೂ ಬದಲಿಸಬಾರದು, ನಿಲ್ಲಿಸಬಾರದು; ಒಂದು ಹೊತ್ತು ತಪ್ಪಿದರೂ ಸೆಳವು ಬರಬಹುದು. ಸೆಳವು ಬಂದರೆ ದೀಪ ಆರಿಸಿ, ರೋಗಿಯನ್ನು ಮಗ್ಗುಲಾಗಿ ಮಲಗಿಸಿ, ಬಾಯಿಗೆ ಏನನ್ನೂ ಹಾಕಬೇಡಿ; ಐದು ನಿಮಿಷ ಮೀರಿದರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
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
          content:
            "Neurologist's letter on file, light sensitivity tested, relative present, emergency number on the wall.",
          daysAgo: 171,
        },
      ],
      history: [
        {
          daysAgo: 156,
          patientName: 'Santosh Kalburgi',
          treatmentDescription: 'Steady dim blue light, four sessions; seizure diary unchanged.',
          outcome: 'No Change',
          ...practitioners.joshi,
        },
        {
          daysAgo: 51,
          patientName: 'Santosh Kalburgi',
          treatmentDescription: 'Feels calmer before sleep; medicines and seizure diary unchanged.',
          outcome: 'Partial Relief',
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
    notes: paragraphs(
      'Pain that runs from the lower back through the buttock into the leg, mostly from a pressed nerve root. Numbness between the legs or loss of bladder control is an emergency.',
      'ಕೆಳಬೆನ್ನಿನಿಂದ ಪೃಷ್ಠದ ಮೂಲಕ ಕಾಲಿಗೆ ಹರಡುವ ನೋವು; ಸಾಮಾನ್ಯವಾಗಿ ನರದ ಬುಡದ ಮೇಲೆ ಒತ್ತಡ ಬೀಳುವುದರಿಂದ ಬರುತ್ತದೆ. ತೊಡೆಗಳ ಸಂದಿಯಲ್ಲಿ ಮರಗಟ್ಟುವಿಕೆ ಅಥವಾ ಮೂತ್ರದ ಮೇಲೆ ಹಿಡಿತ ತಪ್ಪುವುದು ಕಂಡರೆ ತುರ್ತು ಚಿಕಿತ್ಸೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Orange light on the lower back precedes the exercises of the physiotherapist, alongside the physician's treatment. The patient lies on the side that hurts less.",
        "Keep the lamp at arm's length: skin that feels little burns easily. Gentle movement is better than long bed rest.",
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಭೌತಚಿಕಿತ್ಸಕರು ಹೇಳಿಕೊಟ್ಟ ವ್ಯಾಯಾಮದ ಮೊದಲು ಕೆಳಬೆನ್ನಿಗೆ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ. ರೋಗಿ ನೋವು ಕಡಿಮೆ ಇರುವ ಮಗ್ಗುಲಿಗೆ ಮಲಗಲಿ.',
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
          content:
            'Note how high the straight leg can be raised before pain, both sides, each visit.',
          daysAgo: 90,
        },
      ],
      history: [
        {
          daysAgo: 282,
          patientName: 'Basamma Hadimani',
          treatmentDescription: 'Orange light with exercises, five weeks; walks farther.',
          outcome: 'Improved',
          ...practitioners.patil,
        },
        {
          daysAgo: 93,
          patientName: 'Ashok Poojary',
          treatmentDescription: 'Orange light with physiotherapy; no pain for three weeks.',
          outcome: 'Resolved',
          ...practitioners.joshi,
        },
        {
          daysAgo: 15,
          patientName: 'ನಿಂಗಪ್ಪ ಕಟ್ಟಿಮನಿ',
          treatmentDescription: 'ವ್ಯಾಯಾಮದ ಮೊದಲು ಕಿತ್ತಳೆ ಬೆಳಕು; ಕಾಲಿನ ನೋವು ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
      ],
    },
  },
];
