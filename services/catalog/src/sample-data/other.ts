import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const other: readonly SampleDisease[] = [
  {
    key: 'knee-osteoarthritis',
    nameEn: 'Knee Osteoarthritis',
    nameKn: 'ಮೊಣಕಾಲಿನ ಕೀಲು ಸವೆತ',
    category: 'Other',
    notes: paragraphs(
      'Worn cartilage of the knee with pain on stairs, short stiffness after rest and creaking. Strong thigh muscles and a lower body weight relieve the joint most.',
      'ಮೊಣಕಾಲಿನ ಮೃದ್ವಸ್ಥಿ ಸವೆದು ಮೆಟ್ಟಿಲು ಹತ್ತಿಳಿಯುವಾಗ ನೋವು, ವಿಶ್ರಾಂತಿಯ ನಂತರ ಸ್ವಲ್ಪ ಹೊತ್ತು ಬಿಗಿತ ಮತ್ತು ಕಟಕಟ ಶಬ್ದ ಬರುವ ತೊಂದರೆ. ತೊಡೆಯ ಸ್ನಾಯುಗಳನ್ನು ಬಲಪಡಿಸುವುದು ಮತ್ತು ತೂಕ ಇಳಿಸುವುದು ಕೀಲಿನ ಮೇಲಿನ ಹೊರೆಯನ್ನು ಬಹಳವಾಗಿ ತಗ್ಗಿಸುತ್ತವೆ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Red light on the knee before the exercises serves warmth and comfort, alongside the physician's treatment. Keep the lamp 30 centimetres away and feel the skin now and then.",
        'A hot, red, suddenly swollen knee gets no light but a physician. Painkillers are taken only as agreed with the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ವ್ಯಾಯಾಮದ ಮೊದಲು ಮೊಣಕಾಲಿಗೆ ಕೆಂಪು ಬೆಳಕು ನೀಡಿದರೆ ಬೆಚ್ಚಗೆ ಹಿತವೆನಿಸುತ್ತದೆ. ದೀಪ 30 ಸೆಂಟಿಮೀಟರ್ ದೂರವಿರಲಿ; ಚರ್ಮವನ್ನು ಆಗಾಗ ಮುಟ್ಟಿ ನೋಡಿ.',
        'ಮೊಣಕಾಲು ಬಿಸಿಯಾಗಿ, ಕೆಂಪಾಗಿ, ಒಮ್ಮೆಲೇ ಊದಿಕೊಂಡರೆ ಬೆಳಕು ಬೇಡ; ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು. ನೋವಿನ ಮಾತ್ರೆಗಳನ್ನು ವೈದ್ಯರು ಹೇಳಿದಂತೆ ಮಾತ್ರ ತೆಗೆದುಕೊಳ್ಳಬೇಕು.',
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
          applicationArea: 'Hollow of the knee',
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
          content: 'Same staircase, same shoes: count the steps until it hurts.',
          daysAgo: 112,
        },
        {
          title: 'ಕುಳಿತುಕೊಳ್ಳುವ ರೀತಿ',
          content: 'ನೆಲದ ಮೇಲೆ ಚಕ್ಕಳಮಕ್ಕಳ ಹಾಕುವ ಬದಲು ಕುರ್ಚಿಯಲ್ಲಿ ಕುಳಿತುಕೊಳ್ಳಲು ತಿಳಿಸಿ.',
          daysAgo: 33,
        },
      ],
      history: [
        {
          daysAgo: 296,
          patientName: 'Yallappa Sunagar',
          treatmentDescription: 'Red light before exercises; climbs to the first floor again.',
          outcome: 'Improved',
          ...practitioners.patil,
        },
        {
          daysAgo: 108,
          patientName: 'Vimala Pai',
          treatmentDescription: 'Red light and thigh exercises, ten weeks; walks without a stick.',
          outcome: 'Effective',
          ...practitioners.kamath,
        },
        {
          daysAgo: 36,
          patientName: 'Stanley Pinto',
          treatmentDescription: 'Six sessions, exercises not done; pain on stairs as before.',
          outcome: 'No Change',
          ...practitioners.nadig,
        },
        {
          daysAgo: 17,
          patientName: 'ಕಮಲಮ್ಮ ಶೆಟ್ಟಿ',
          treatmentDescription: 'ಕೆಂಪು ಬೆಳಕು ಮತ್ತು ವ್ಯಾಯಾಮ; ಬೆಳಗಿನ ಬಿಗಿತ ಬೇಗ ಸಡಿಲವಾಗುತ್ತದೆ.',
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
    notes: paragraphs(
      'Cramps in the lower abdomen and back on the first days of the period. Pain that grows from month to month or very heavy bleeding should be examined by a gynaecologist.',
      'ಮುಟ್ಟಿನ ಮೊದಲ ದಿನಗಳಲ್ಲಿ ಕೆಳಹೊಟ್ಟೆ ಮತ್ತು ಬೆನ್ನಿನಲ್ಲಿ ಕಾಡುವ ಸೆಳೆತ. ತಿಂಗಳಿಂದ ತಿಂಗಳಿಗೆ ನೋವು ಹೆಚ್ಚಿದರೆ ಅಥವಾ ತುಂಬಾ ರಕ್ತಸ್ರಾವವಾದರೆ ಸ್ತ್ರೀರೋಗ ತಜ್ಞರಿಂದ ತಪಾಸಣೆ ಮಾಡಿಸಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Pink or orange light on the lower abdomen, with rest on the side and a warm drink, eases the day alongside the physician's treatment.",
        'Ask about pregnancy first; if it is possible, the physician decides. Fever, fainting or pain outside the period needs an examination without delay.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ಕೆಳಹೊಟ್ಟೆಗೆ ಗುಲಾಬಿ ಅಥವಾ ಕಿತ್ತಳೆ ಬೆಳಕು ನೀಡಿ; ಮಗ್ಗುಲಾಗಿ ಮಲಗಿ ವಿಶ್ರಾಂತಿ ಪಡೆಯುವುದು ಮತ್ತು ಬೆಚ್ಚಗಿನ ಪಾನೀಯ ಆ ದಿನವನ್ನು ಹಗುರಗೊಳಿಸುತ್ತವೆ.',
        'ಗರ್ಭಿಣಿಯಾಗಿರುವ ಸಾಧ್ಯತೆ ಇದೆಯೇ ಎಂದು ಮೊದಲು ಕೇಳಿ; ಇದ್ದರೆ ವೈದ್ಯರೇ ನಿರ್ಧರಿಸಬೇಕು. ಜ್ವರ, ತಲೆಸುತ್ತಿ ಬೀಳುವುದು ಅಥವಾ ಮುಟ್ಟಿಲ್ಲದ ದಿನಗಳಲ್ಲೂ ನೋವು ಇದ್ದರೆ ತಡಮಾಡದೆ ತಪಾಸಣೆ ಮಾಡಿಸಬೇಕು.',
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
          content: 'First day, days of pain, tablets taken. Three months give a clear picture.',
          daysAgo: 84,
        },
      ],
      history: [
        {
          daysAgo: 196,
          patientName: 'Meghana Shastri',
          treatmentDescription: 'Pink light on two days; pain milder, tablet still needed.',
          outcome: 'Partial Relief',
          ...practitioners.nadig,
        },
        {
          daysAgo: 84,
          patientName: 'ಐಶ್ವರ್ಯ ನಾಯಕ್',
          treatmentDescription: 'ಮೂರು ತಿಂಗಳು ಗುಲಾಬಿ ಬೆಳಕು; ಈ ತಿಂಗಳು ನೋವು ಇರಲಿಲ್ಲ.',
          outcome: 'Resolved',
          ...practitioners.gowda,
        },
        {
          daysAgo: 32,
          patientName: 'Meghana Shastri',
          treatmentDescription: 'Pink light and rest; went to college on the second day.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 4,
          patientName: 'Divya Marathe',
          treatmentDescription: 'First cycle with pink light; review next month.',
          outcome: 'Ongoing',
          ...practitioners.kamath,
        },
      ],
    },
  },
];
