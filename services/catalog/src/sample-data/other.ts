import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const other: readonly SampleDisease[] = [
  {
    key: 'knee-osteoarthritis',
    nameEn: 'Knee Osteoarthritis',
    nameKn: 'ಮೊಣಕಾಲಿನ ಕೀಲು ಸವೆತ',
    category: 'Other',
    codes: [{ system: 'ICD-10', code: 'M17' }],
    notes: paragraphs(
      'Worn cartilage of the knee with pain on stairs, brief stiffness after rest and creaking. Strong thigh muscles and a lower body weight take the most load off the joint.',
      'ಮೊಣಕಾಲಿನ ಮೃದ್ವಸ್ಥಿ ಸವೆದು ಮೆಟ್ಟಿಲು ಹತ್ತಿಳಿಯುವಾಗ ನೋವು, ವಿಶ್ರಾಂತಿಯ ನಂತರ ಸ್ವಲ್ಪ ಹೊತ್ತು ಬಿಗಿತ ಮತ್ತು ಕಟಕಟ ಶಬ್ದ ಬರುವ ತೊಂದರೆ. ತೊಡೆಯ ಸ್ನಾಯುಗಳನ್ನು ಬಲಪಡಿಸುವುದು ಮತ್ತು ತೂಕ ಇಳಿಸುವುದು ಕೀಲಿನ ಮೇಲಿನ ಹೊರೆಯನ್ನು ಬಹಳವಾಗಿ ತಗ್ಗಿಸುತ್ತವೆ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Red light on the knee before the exercises is for warmth and comfort, alongside the physician's treatment. Keep the lamp 30 centimeters away and feel the skin now and then.",
        'No light on a hot, red or suddenly swollen knee: see a physician the same day. Painkillers are taken only as agreed with the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಬೆಚ್ಚನೆಯ ಹಿತಕ್ಕಾಗಿ ವ್ಯಾಯಾಮದ ಮೊದಲು ಮೊಣಕಾಲಿಗೆ ಕೆಂಪು ಬೆಳಕು ನೀಡಿ. ದೀಪ 30 ಸೆಂಟಿಮೀಟರ್ ದೂರವಿರಲಿ; ಚರ್ಮವನ್ನು ಆಗಾಗ ಮುಟ್ಟಿ ನೋಡಿ.',
        'ಮೊಣಕಾಲು ಬಿಸಿಯಾಗಿದ್ದರೆ, ಕೆಂಪಾಗಿದ್ದರೆ ಅಥವಾ ಒಮ್ಮೆಲೇ ಊದಿಕೊಂಡಿದ್ದರೆ ಬೆಳಕು ಬೇಡ; ಅದೇ ದಿನ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು. ನೋವಿನ ಮಾತ್ರೆಗಳನ್ನು ವೈದ್ಯರು ಹೇಳಿದಂತೆ ಮಾತ್ರ ತೆಗೆದುಕೊಳ್ಳಬೇಕು.',
      ),
      protocols: [
        {
          color: 'red',
          applicationArea: 'Knee, front and sides',
          applicationAreaKn: 'ಮೊಣಕಾಲಿನ ಮುಂಭಾಗ ಮತ್ತು ಬದಿಗಳು',
          duration: '12 minutes',
          durationKn: '12 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
        {
          color: 'violet',
          applicationArea: 'Back of the knee',
          applicationAreaKn: 'ಮೊಣಕಾಲಿನ ಹಿಂಭಾಗ',
          duration: '5 minutes',
          durationKn: '5 ನಿಮಿಷ',
          frequency: 'Once a week',
          frequencyKn: 'ವಾರಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Stairs as a measure',
          titleKn: 'ಮೆಟ್ಟಿಲುಗಳೇ ಅಳತೆ',
          content: 'Same staircase, same shoes: count the steps until it hurts.',
          contentKn: 'ಅದೇ ಮೆಟ್ಟಿಲು, ಅದೇ ಪಾದರಕ್ಷೆ: ನೋವು ಬರುವವರೆಗೆ ಎಷ್ಟು ಮೆಟ್ಟಿಲು ಹತ್ತಿದರು ಎಂದು ಎಣಿಸಿ.',
          daysAgo: 112,
        },
        {
          title: 'How to sit',
          titleKn: 'ಕುಳಿತುಕೊಳ್ಳುವ ರೀತಿ',
          content: 'Advise sitting on a chair instead of cross-legged on the floor.',
          contentKn: 'ನೆಲದ ಮೇಲೆ ಚಕ್ಕಳಮಕ್ಕಳ ಹಾಕುವ ಬದಲು ಕುರ್ಚಿಯಲ್ಲಿ ಕುಳಿತುಕೊಳ್ಳಲು ತಿಳಿಸಿ.',
          daysAgo: 33,
        },
      ],
      history: [
        {
          daysAgo: 296,
          patientName: 'Yallappa Sunagar',
          treatmentDescription:
            'Exercises, with red light for comfort before them; climbs to the first floor again.',
          treatmentDescriptionKn: 'ವ್ಯಾಯಾಮ, ಅದಕ್ಕೂ ಮೊದಲು ಹಿತಕ್ಕಾಗಿ ಕೆಂಪು ಬೆಳಕು; ಮತ್ತೆ ಮೊದಲ ಮಹಡಿಗೆ ಹತ್ತುತ್ತಾರೆ.',
          outcome: 'Improved',
          ...practitioners.patil,
        },
        {
          daysAgo: 108,
          patientName: 'Vimala Pai',
          treatmentDescription:
            'Thigh exercises for ten weeks, red light for comfort; walks without a stick.',
          treatmentDescriptionKn: 'ಹತ್ತು ವಾರ ತೊಡೆಯ ವ್ಯಾಯಾಮ, ಹಿತಕ್ಕಾಗಿ ಕೆಂಪು ಬೆಳಕು; ಕೋಲಿಲ್ಲದೆ ನಡೆಯುತ್ತಾರೆ.',
          outcome: 'Effective',
          ...practitioners.kamath,
        },
        {
          daysAgo: 36,
          patientName: 'Stanley Pinto',
          treatmentDescription: 'Six sessions, exercises not done; pain on stairs as before.',
          treatmentDescriptionKn: 'ಆರು ಬಾರಿ ಬೆಳಕು, ವ್ಯಾಯಾಮ ಮಾಡಿಲ್ಲ; ಮೆಟ್ಟಿಲು ಹತ್ತುವಾಗ ನೋವು ಮೊದಲಿನಂತೆಯೇ ಇದೆ.',
          outcome: 'No Change',
          ...practitioners.nadig,
        },
        {
          daysAgo: 17,
          patientName: 'ಕಮಲಮ್ಮ ಶೆಟ್ಟಿ',
          treatmentDescription:
            'Exercises, red light for comfort; morning stiffness passes sooner.',
          treatmentDescriptionKn: 'ವ್ಯಾಯಾಮ, ಹಿತಕ್ಕಾಗಿ ಕೆಂಪು ಬೆಳಕು; ಬೆಳಗಿನ ಬಿಗಿತ ಬೇಗ ಸಡಿಲವಾಗುತ್ತದೆ.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
      ],
    },
  },
  {
    key: 'menstrual-pain',
    nameEn: 'Menstrual Pain',
    nameKn: 'ಮುಟ್ಟಿನ ನೋವು',
    category: 'Other',
    codes: [{ system: 'ICD-10', code: 'N94.6' }],
    notes: paragraphs(
      'Cramps in the lower abdomen and back on the first days of the period. Pain that grows from month to month or very heavy bleeding should be examined by a gynecologist.',
      'ಮುಟ್ಟಿನ ಮೊದಲ ದಿನಗಳಲ್ಲಿ ಕೆಳಹೊಟ್ಟೆ ಮತ್ತು ಬೆನ್ನಿನಲ್ಲಿ ಕಾಡುವ ಸೆಳೆತ. ತಿಂಗಳಿಂದ ತಿಂಗಳಿಗೆ ನೋವು ಹೆಚ್ಚಿದರೆ ಅಥವಾ ತುಂಬಾ ರಕ್ತಸ್ರಾವವಾದರೆ ಸ್ತ್ರೀರೋಗ ತಜ್ಞರಿಂದ ತಪಾಸಣೆ ಮಾಡಿಸಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Pink or orange light on the lower abdomen, with rest on the side and a warm drink, may make the day more comfortable alongside the physician's treatment.",
        'Ask about pregnancy first; if it is possible, the physician decides. Fainting, or severe pain when pregnancy is possible: call 108. Fever or pain outside the period needs an examination without delay.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ಕೆಳಹೊಟ್ಟೆಗೆ ಗುಲಾಬಿ ಅಥವಾ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ; ಮಗ್ಗುಲಾಗಿ ಮಲಗಿ ವಿಶ್ರಾಂತಿ ಪಡೆದು ಬೆಚ್ಚಗಿನ ಪಾನೀಯ ಕುಡಿದರೆ ಸ್ವಲ್ಪ ಹಿತವೆನಿಸಬಹುದು.',
        'ಗರ್ಭಿಣಿಯಾಗಿರುವ ಸಾಧ್ಯತೆ ಇದೆಯೇ ಎಂದು ಮೊದಲು ಕೇಳಿ; ಇದ್ದರೆ ವೈದ್ಯರೇ ನಿರ್ಧರಿಸಬೇಕು. ಪ್ರಜ್ಞೆ ತಪ್ಪಿದರೆ, ಅಥವಾ ಗರ್ಭಿಣಿಯಾಗಿರುವ ಸಾಧ್ಯತೆ ಇದ್ದು ತೀವ್ರ ನೋವು ಬಂದರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ. ಜ್ವರ ಅಥವಾ ಮುಟ್ಟಿಲ್ಲದ ದಿನಗಳಲ್ಲೂ ನೋವು ಇದ್ದರೆ ತಡಮಾಡದೆ ತಪಾಸಣೆ ಮಾಡಿಸಬೇಕು.',
      ),
      protocols: [
        {
          color: 'pink',
          applicationArea: 'Lower abdomen',
          applicationAreaKn: 'ಕೆಳಹೊಟ್ಟೆ',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Once a day during the period',
          frequencyKn: 'ಮುಟ್ಟಿನ ದಿನಗಳಲ್ಲಿ ದಿನಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Cycle calendar',
          titleKn: 'ಮುಟ್ಟಿನ ದಿನಗಳ ಪಟ್ಟಿ',
          content: 'First day, days of pain, tablets taken. Three months give a clear picture.',
          contentKn: 'ಮೊದಲ ದಿನ, ನೋವಿದ್ದ ದಿನಗಳು, ತೆಗೆದುಕೊಂಡ ಮಾತ್ರೆಗಳು. ಮೂರು ತಿಂಗಳು ಬರೆದರೆ ಸ್ಪಷ್ಟ ಚಿತ್ರಣ ಸಿಗುತ್ತದೆ.',
          daysAgo: 84,
        },
      ],
      history: [
        {
          daysAgo: 196,
          patientName: 'Meghana Shastri',
          treatmentDescription:
            'Pink light for rest on two days; more comfortable, tablet still needed.',
          treatmentDescriptionKn: 'ಎರಡು ದಿನ ವಿಶ್ರಾಂತಿಗಾಗಿ ಗುಲಾಬಿ ಬೆಳಕು; ಸ್ವಲ್ಪ ಹಿತವೆನಿಸಿದೆ, ಮಾತ್ರೆ ಇನ್ನೂ ಬೇಕಾಗಿದೆ.',
          outcome: 'Partial Relief',
          ...practitioners.nadig,
        },
        {
          daysAgo: 84,
          patientName: 'ಐಶ್ವರ್ಯ ನಾಯಕ್',
          treatmentDescription:
            "The gynecologist's treatment for three months, pink light for rest; less pain this month.",
          treatmentDescriptionKn:
            'ಮೂರು ತಿಂಗಳು ಸ್ತ್ರೀರೋಗ ತಜ್ಞರ ಚಿಕಿತ್ಸೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಗುಲಾಬಿ ಬೆಳಕು; ಈ ತಿಂಗಳು ನೋವು ಕಡಿಮೆ.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
        {
          daysAgo: 32,
          patientName: 'Meghana Shastri',
          treatmentDescription: 'Pink light and rest; went to college on the second day.',
          treatmentDescriptionKn: 'ಗುಲಾಬಿ ಬೆಳಕು ಮತ್ತು ವಿಶ್ರಾಂತಿ; ಎರಡನೇ ದಿನ ಕಾಲೇಜಿಗೆ ಹೋಗಿದ್ದಾರೆ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 4,
          patientName: 'Divya Marathe',
          treatmentDescription: 'First cycle with pink light; review next month.',
          treatmentDescriptionKn: 'ಗುಲಾಬಿ ಬೆಳಕಿನೊಂದಿಗೆ ಮೊದಲ ಮುಟ್ಟು; ಮುಂದಿನ ತಿಂಗಳು ಪರಿಶೀಲನೆ.',
          outcome: 'Ongoing',
          ...practitioners.kamath,
        },
      ],
    },
  },
];
