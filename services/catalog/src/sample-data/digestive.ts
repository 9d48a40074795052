import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const digestive: readonly SampleDisease[] = [
  {
    key: 'gastritis',
    nameEn: 'Gastritis',
    nameKn: 'ಜಠರದ ಉರಿಯೂತ',
    category: 'Digestive',
    notes: paragraphs(
      'Inflammation of the stomach lining with burning, fullness and nausea; painkillers, alcohol and a stomach germ are common causes. Black stools or vomiting blood are an emergency.',
      'ಜಠರದ ಒಳಪದರದ ಉರಿಯೂತ; ಹೊಟ್ಟೆಯಲ್ಲಿ ಉರಿ, ಹೊಟ್ಟೆ ತುಂಬಿದಂತಾಗುವುದು ಮತ್ತು ವಾಕರಿಕೆ ಇದರ ಲಕ್ಷಣಗಳು. ನೋವಿನ ಮಾತ್ರೆ, ಮದ್ಯ ಮತ್ತು ಜಠರದ ಬ್ಯಾಕ್ಟೀರಿಯಾ ಸೋಂಕು ಸಾಮಾನ್ಯ ಕಾರಣಗಳು. ಕಪ್ಪು ಮಲ ಅಥವಾ ರಕ್ತವಾಂತಿ ಕಂಡರೆ ತುರ್ತು ಚಿಕಿತ್ಸೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Green light on the upper abdomen is offered two hours after a meal, alongside the physician's treatment. The patient rests on the back with the knees bent.",
        'Acid-lowering tablets are taken as prescribed. Painkillers on an empty stomach should be talked over with the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಊಟವಾಗಿ ಎರಡು ಗಂಟೆಯ ನಂತರ ಹೊಟ್ಟೆಯ ಮೇಲ್ಭಾಗಕ್ಕೆ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ರೋಗಿ ಮೊಣಕಾಲು ಮಡಚಿ ಅಂಗಾತ ಮಲಗಲಿ.',
        'ಆಮ್ಲ ಕಡಿಮೆ ಮಾಡುವ ಮಾತ್ರೆಗಳನ್ನು ವೈದ್ಯರು ಸೂಚಿಸಿದಂತೆಯೇ ತೆಗೆದುಕೊಳ್ಳಬೇಕು. ಖಾಲಿ ಹೊಟ್ಟೆಯಲ್ಲಿ ನೋವಿನ ಮಾತ್ರೆ ತೆಗೆದುಕೊಳ್ಳುವ ಬಗ್ಗೆ ವೈದ್ಯರ ಸಲಹೆ ಪಡೆಯಬೇಕು.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Upper abdomen',
          applicationAreaKn: 'ಹೊಟ್ಟೆಯ ಮೇಲ್ಭಾಗ',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Once a day',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Food diary',
          content: 'One line a meal for two weeks: what, when, burning yes or no. Coffee counts.',
          daysAgo: 61,
        },
      ],
      history: [
        {
          daysAgo: 190,
          patientName: 'Chandrakala Gowda',
          treatmentDescription:
            'Green light after meals with prescribed tablets; burning less often.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 56,
          patientName: 'ಶಿವಾನಂದ ಹಿರೇಮಠ',
          treatmentDescription: 'ಹಸಿರು ಬೆಳಕು ಮತ್ತು ಊಟದ ಸಮಯದ ಶಿಸ್ತು; ಹೊಟ್ಟೆಯಲ್ಲಿ ಉರಿ ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Effective',
          ...practitioners.gowda,
        },
        {
          daysAgo: 20,
          patientName: 'Imran Nadaf',
          treatmentDescription:
            'Pain stronger after painkillers; stopped and sent to the physician.',
          outcome: 'Worsened',
          ...practitioners.joshi,
        },
      ],
    },
  },
  {
    key: 'irritable-bowel-syndrome',
    nameEn: 'Irritable Bowel Syndrome',
    nameKn: 'ಕಿರಿಕಿರಿ ಕರುಳಿನ ತೊಂದರೆ',
    category: 'Digestive',
    notes: paragraphs(
      'Cramps and bloating with loose or hard stools, often worse under stress, while examinations find no damage. Weight loss, fever or blood in the stool do not belong to it and must be examined.',
      'ಹೊಟ್ಟೆ ನುಲಿತ ಮತ್ತು ಉಬ್ಬರದ ಜೊತೆಗೆ ಭೇದಿ ಅಥವಾ ಮಲಬದ್ಧತೆ ಕಾಡುವ ತೊಂದರೆ; ಒತ್ತಡವಿದ್ದಾಗ ಹೆಚ್ಚಾಗಬಹುದು, ಆದರೆ ತಪಾಸಣೆಯಲ್ಲಿ ಕರುಳಿಗೆ ಹಾನಿ ಕಾಣುವುದಿಲ್ಲ. ತೂಕ ಇಳಿಕೆ, ಜ್ವರ ಅಥವಾ ಮಲದಲ್ಲಿ ರಕ್ತ ಇದರ ಲಕ್ಷಣಗಳಲ್ಲ; ಕಂಡರೆ ತಪಾಸಣೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Yellow light on the abdomen in the morning and quiet breathing in the evening may support the patient alongside the physician's treatment.",
        'Diet is changed with the physician or a dietician, not by guesswork. New or night-time complaints are reported to the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಬೆಳಿಗ್ಗೆ ಹೊಟ್ಟೆಯ ಮೇಲೆ ಹಳದಿ ಬೆಳಕು ಮತ್ತು ಸಂಜೆ ಶಾಂತ ಉಸಿರಾಟದ ಅಭ್ಯಾಸ ರೋಗಿಗೆ ನೆರವಾಗಬಹುದು.',
        'ಆಹಾರ ಬದಲಾವಣೆಯನ್ನು ವೈದ್ಯರ ಅಥವಾ ಆಹಾರ ತಜ್ಞರ ಸಲಹೆಯಂತೆ ಮಾಡಬೇಕು, ಊಹೆಯಿಂದ ಅಲ್ಲ. ಹೊಸ ತೊಂದರೆ ಅಥವಾ ರಾತ್ರಿ ಎಚ್ಚರಗೊಳಿಸುವ ತೊಂದರೆ ಇದ್ದರೆ ವೈದ್ಯರಿಗೆ ತಿಳಿಸಬೇಕು.',
      ),
      protocols: [
        {
          color: 'yellow',
          applicationArea: 'Abdomen',
          applicationAreaKn: 'ಹೊಟ್ಟೆ',
          duration: '12 minutes',
          durationKn: '12 ನಿಮಿಷ',
          frequency: 'Once a day, morning',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಬೆಳಿಗ್ಗೆ',
        },
      ],
      notes: [
        {
          title: 'ಒತ್ತಡದ ಪಾತ್ರ',
          content: 'ಪರೀಕ್ಷೆ, ಪ್ರಯಾಣ ಅಥವಾ ಕೆಲಸದ ಒತ್ತಡವಿದ್ದ ದಿನಗಳನ್ನು ದಿನಚರಿಯಲ್ಲಿ ಗುರುತು ಮಾಡಲು ತಿಳಿಸಿ.',
          daysAgo: 88,
        },
      ],
      history: [
        {
          daysAgo: 114,
          patientName: 'Deepa Kamath',
          treatmentDescription: 'Yellow light, four weeks; bloating less, stools still irregular.',
          outcome: 'Partial Relief',
          ...practitioners.kamath,
        },
        {
          daysAgo: 68,
          patientName: 'Nikhil Desai',
          treatmentDescription: 'Yellow light during an examination period; cramps unchanged.',
          outcome: 'No Change',
          ...practitioners.joshi,
        },
        {
          daysAgo: 5,
          patientName: 'Deepa Kamath',
          treatmentDescription: 'Second series begun, with a food diary from the dietician.',
          outcome: 'Ongoing',
          ...practitioners.kamath,
        },
      ],
    },
  },
  {
    key: 'constipation',
    nameEn: 'Constipation',
    nameKn: 'ಮಲಬದ್ಧತೆ',
    category: 'Digestive',
    notes: paragraphs(
      'Hard or rare stools, mostly from too little water, fibre and movement, or as an effect of medicines. A sudden change of bowel habit after the age of 45 needs a physician.',
      'ಮಲ ಗಟ್ಟಿಯಾಗುವುದು ಅಥವಾ ಹಲವು ದಿನಗಳಿಗೊಮ್ಮೆ ಮಾತ್ರ ಮಲವಿಸರ್ಜನೆಯಾಗುವುದು; ನೀರು, ನಾರಿನಂಶ ಮತ್ತು ಓಡಾಟದ ಕೊರತೆ ಅಥವಾ ಕೆಲವು ಔಷಧಗಳು ಇದಕ್ಕೆ ಕಾರಣ. 45 ವರ್ಷದ ನಂತರ ಮಲವಿಸರ್ಜನೆಯ ಕ್ರಮ ಒಮ್ಮೆಲೇ ಬದಲಾದರೆ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Yellow light on the lower abdomen is combined with water, fibre and a walk, alongside the physician's treatment. A fixed time on the toilet after breakfast helps as well.",
        'Severe pain, vomiting or a swollen abdomen without wind: no session, a physician at once.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ಕೆಳಹೊಟ್ಟೆಗೆ ಹಳದಿ ಬೆಳಕು ನೀಡಿ; ಸಾಕಷ್ಟು ನೀರು, ನಾರಿನಂಶದ ಆಹಾರ ಮತ್ತು ನಡಿಗೆಯೂ ಇರಲಿ. ಬೆಳಗಿನ ಉಪಾಹಾರದ ನಂತರ ನಿಗದಿತ ಸಮಯಕ್ಕೆ ಶೌಚಕ್ಕೆ ಹೋಗುವ ಅಭ್ಯಾಸವೂ ಸಹಕಾರಿ.',
        'ತೀವ್ರ ಹೊಟ್ಟೆನೋವು, ವಾಂತಿ, ಅಥವಾ ವಾಯು ಹೋಗದೆ ಹೊಟ್ಟೆ ಉಬ್ಬಿಕೊಂಡಿದ್ದರೆ ಈ ಚಿಕಿತ್ಸೆ ಬೇಡ; ತಕ್ಷಣ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು.',
      ),
      protocols: [
        {
          color: 'yellow',
          applicationArea: 'Lower abdomen',
          applicationAreaKn: 'ಕೆಳಹೊಟ್ಟೆ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Once a day, morning',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಬೆಳಿಗ್ಗೆ',
        },
      ],
      notes: [
        {
          title: 'Ask about medicines',
          content:
            'Iron, some painkillers and some calcium tablets bind; the physician may switch.',
          daysAgo: 101,
        },
      ],
      history: [
        {
          daysAgo: 319,
          patientName: 'Shantamma Byadgi',
          treatmentDescription:
            'Yellow light, more water and ragi; regular again after three weeks.',
          outcome: 'Resolved',
          ...practitioners.patil,
        },
        {
          daysAgo: 82,
          patientName: 'Girish Acharya',
          treatmentDescription: 'Yellow light and a morning walk; every second day now.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 28,
          patientName: 'Mallikarjun Angadi',
          treatmentDescription: 'Ten sessions, water intake not raised; no difference seen.',
          outcome: 'No Effect',
          ...practitioners.patil,
        },
      ],
    },
  },
];
