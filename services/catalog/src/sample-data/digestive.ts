import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const digestive: readonly SampleDisease[] = [
  {
    key: 'gastritis',
    nameEn: 'Gastritis',
    nameKn: 'ಜಠರದ ಉರಿಯೂತ',
    category: 'Digestive',
    codes: [{ system: 'ICD-10', code: 'K29' }],
    notes: paragraphs(
      'Inflammation of the stomach lining with burning, fullness and nausea; painkillers, alcohol and a stomach germ are common causes. Black stools or vomiting blood are an emergency: call 108.',
      'ಜಠರದ ಒಳಪದರದ ಉರಿಯೂತ; ಹೊಟ್ಟೆಯಲ್ಲಿ ಉರಿ, ಹೊಟ್ಟೆ ತುಂಬಿದಂತಾಗುವುದು ಮತ್ತು ವಾಕರಿಕೆ ಇದರ ಲಕ್ಷಣಗಳು. ನೋವಿನ ಮಾತ್ರೆ, ಮದ್ಯ ಮತ್ತು ಜಠರದ ಬ್ಯಾಕ್ಟೀರಿಯಾ ಸೋಂಕು ಸಾಮಾನ್ಯ ಕಾರಣಗಳು. ಕಪ್ಪು ಮಲ ಅಥವಾ ರಕ್ತವಾಂತಿ ಕಂಡರೆ ತಕ್ಷಣ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Green light on the upper abdomen is offered for rest two hours after a meal, alongside the physician's treatment. The patient rests on the back with the knees bent.",
        'Acid-lowering tablets are taken as prescribed. Ask the physician before taking any painkiller, and never take one on an empty stomach.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಊಟವಾಗಿ ಎರಡು ಗಂಟೆಯ ನಂತರ ವಿಶ್ರಾಂತಿಗಾಗಿ ಹೊಟ್ಟೆಯ ಮೇಲ್ಭಾಗಕ್ಕೆ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ರೋಗಿ ಮೊಣಕಾಲು ಮಡಚಿ ಅಂಗಾತ ಮಲಗಲಿ.',
        'ಆಮ್ಲ ಕಡಿಮೆ ಮಾಡುವ ಮಾತ್ರೆಗಳನ್ನು ವೈದ್ಯರು ಸೂಚಿಸಿದಂತೆಯೇ ತೆಗೆದುಕೊಳ್ಳಬೇಕು. ಯಾವುದೇ ನೋವಿನ ಮಾತ್ರೆ ತೆಗೆದುಕೊಳ್ಳುವ ಮೊದಲು ವೈದ್ಯರನ್ನು ಕೇಳಬೇಕು; ಖಾಲಿ ಹೊಟ್ಟೆಯಲ್ಲಿ ಎಂದಿಗೂ ತೆಗೆದುಕೊಳ್ಳಬಾರದು.',
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
          titleKn: 'ಆಹಾರದ ದಿನಚರಿ',
          content: 'One line per meal for two weeks: what, when, burning yes or no. Coffee counts.',
          contentKn: 'ಎರಡು ವಾರ ಪ್ರತಿ ಊಟಕ್ಕೆ ಒಂದು ಸಾಲು: ಏನು, ಯಾವಾಗ, ಉರಿ ಇತ್ತೇ ಇಲ್ಲವೇ. ಕಾಫಿಯನ್ನೂ ಬರೆಯಬೇಕು.',
          daysAgo: 61,
        },
      ],
      history: [
        {
          daysAgo: 190,
          patientName: 'Chandrakala Gowda',
          treatmentDescription:
            'Prescribed tablets, green light for rest after meals; burning less often.',
          treatmentDescriptionKn:
            'ವೈದ್ಯರು ಸೂಚಿಸಿದ ಮಾತ್ರೆಗಳು, ಊಟದ ನಂತರ ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ಉರಿ ಮೊದಲಿಗಿಂತ ವಿರಳ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 56,
          patientName: 'ಶಿವಾನಂದ ಹಿರೇಮಠ',
          treatmentDescription:
            'Meals at fixed times, green light for rest; burning in the stomach less.',
          treatmentDescriptionKn: 'ನಿಗದಿತ ಸಮಯಕ್ಕೆ ಊಟ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ಹೊಟ್ಟೆಯಲ್ಲಿ ಉರಿ ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Effective',
          ...practitioners.gowda,
        },
        {
          daysAgo: 20,
          patientName: 'Imran Nadaf',
          treatmentDescription: 'Pain worse after painkillers; stopped and sent to the physician.',
          treatmentDescriptionKn: 'ನೋವಿನ ಮಾತ್ರೆ ತೆಗೆದುಕೊಂಡ ನಂತರ ನೋವು ಹೆಚ್ಚಿದೆ; ಚಿಕಿತ್ಸೆ ನಿಲ್ಲಿಸಿ ವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಲಾಗಿದೆ.',
          outcome: 'Worsened',
          ...practitioners.joshi,
        },
      ],
    },
  },
  {
    key: 'irritable-bowel-syndrome',
    nameEn: 'Irritable Bowel Syndrome',
    nameKn: 'ಕೆರಳುವ ಕರುಳಿನ ತೊಂದರೆ (ಐಬಿಎಸ್)',
    category: 'Digestive',
    codes: [{ system: 'ICD-10', code: 'K58' }],
    notes: paragraphs(
      'Cramps and bloating with loose or hard stools, often worse under stress, while tests find no damage. Weight loss, fever or blood in the stool are not part of it and must be examined.',
      'ಹೊಟ್ಟೆ ನುಲಿತ ಮತ್ತು ಉಬ್ಬರದ ಜೊತೆಗೆ ಭೇದಿ ಅಥವಾ ಮಲಬದ್ಧತೆ ಕಾಡುವ ತೊಂದರೆ; ಮಾನಸಿಕ ಒತ್ತಡವಿದ್ದಾಗ ಹೆಚ್ಚಾಗಬಹುದು, ಆದರೆ ತಪಾಸಣೆಯಲ್ಲಿ ಕರುಳಿಗೆ ಹಾನಿ ಕಾಣುವುದಿಲ್ಲ. ತೂಕ ಇಳಿಕೆ, ಜ್ವರ ಅಥವಾ ಮಲದಲ್ಲಿ ರಕ್ತ ಇದರ ಲಕ್ಷಣಗಳಲ್ಲ; ಕಂಡರೆ ತಪಾಸಣೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Yellow light on the abdomen in the morning and quiet breathing in the evening are for rest and comfort, alongside the physician's treatment.",
        'Diet is changed with the physician or a dietician, not by guesswork. New symptoms, or symptoms that wake the patient at night, are reported to the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಬೆಳಿಗ್ಗೆ ಹೊಟ್ಟೆಯ ಮೇಲೆ ಹಳದಿ ಬೆಳಕು ಮತ್ತು ಸಂಜೆ ಶಾಂತ ಉಸಿರಾಟದ ಅಭ್ಯಾಸ; ಇವು ವಿಶ್ರಾಂತಿ ಮತ್ತು ನೆಮ್ಮದಿಗಾಗಿ.',
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
          title: 'The part of stress',
          titleKn: 'ಮಾನಸಿಕ ಒತ್ತಡದ ಪಾತ್ರ',
          content:
            'Ask the patient to mark days with an examination, a journey or pressure at work in the diary.',
          contentKn: 'ಪರೀಕ್ಷೆ, ಪ್ರಯಾಣ ಅಥವಾ ಕೆಲಸದ ಒತ್ತಡವಿದ್ದ ದಿನಗಳನ್ನು ದಿನಚರಿಯಲ್ಲಿ ಗುರುತು ಮಾಡಲು ತಿಳಿಸಿ.',
          daysAgo: 88,
        },
      ],
      history: [
        {
          daysAgo: 114,
          patientName: 'Deepa Kamath',
          treatmentDescription:
            "The dietician's plan and yellow light, four weeks; less bloating, stools still irregular.",
          treatmentDescriptionKn:
            'ನಾಲ್ಕು ವಾರ ಆಹಾರ ತಜ್ಞರ ಸಲಹೆಯ ಊಟ ಮತ್ತು ಹಳದಿ ಬೆಳಕು; ಹೊಟ್ಟೆ ಉಬ್ಬರ ಕಡಿಮೆ, ಮಲವಿಸರ್ಜನೆ ಇನ್ನೂ ಅನಿಯಮಿತ.',
          outcome: 'Partial Relief',
          ...practitioners.kamath,
        },
        {
          daysAgo: 68,
          patientName: 'Nikhil Desai',
          treatmentDescription: 'Yellow light during an examination period; cramps unchanged.',
          treatmentDescriptionKn: 'ಪರೀಕ್ಷೆಯ ದಿನಗಳಲ್ಲಿ ಹಳದಿ ಬೆಳಕು; ಹೊಟ್ಟೆ ನುಲಿತ ಮೊದಲಿನಂತೆಯೇ ಇದೆ.',
          outcome: 'No Change',
          ...practitioners.joshi,
        },
        {
          daysAgo: 5,
          patientName: 'Deepa Kamath',
          treatmentDescription: 'Second series started, with a food diary from the dietician.',
          treatmentDescriptionKn: 'ಎರಡನೇ ಸರಣಿ ಆರಂಭವಾಗಿದೆ; ಆಹಾರ ತಜ್ಞರು ಕೊಟ್ಟ ಆಹಾರದ ದಿನಚರಿಯೂ ಇದೆ.',
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
    codes: [{ system: 'ICD-10', code: 'K59.0' }],
    notes: paragraphs(
      'Hard or infrequent stools, mostly from too little water, fiber and exercise, or as an effect of medicines. A sudden change of bowel habit after the age of 45 needs a physician.',
      'ಮಲ ಗಟ್ಟಿಯಾಗುವುದು ಅಥವಾ ಹಲವು ದಿನಗಳಿಗೊಮ್ಮೆ ಮಾತ್ರ ಮಲವಿಸರ್ಜನೆಯಾಗುವುದು; ನೀರು, ನಾರಿನಂಶ ಮತ್ತು ಓಡಾಟದ ಕೊರತೆ ಅಥವಾ ಕೆಲವು ಔಷಧಗಳು ಇದಕ್ಕೆ ಕಾರಣ. 45 ವರ್ಷದ ನಂತರ ಮಲವಿಸರ್ಜನೆಯ ಕ್ರಮ ಒಮ್ಮೆಲೇ ಬದಲಾದರೆ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Yellow light on the lower abdomen is a time of rest alongside the physician's treatment. Water, fiber, a walk and a fixed time on the toilet after breakfast are the daily routine.",
        'Severe pain, vomiting, or a swollen abdomen with no gas passing: no session; call 108 or go to a hospital at once.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ ವಿಶ್ರಾಂತಿಗಾಗಿ ಕೆಳಹೊಟ್ಟೆಗೆ ಹಳದಿ ಬೆಳಕು ನೀಡಿ. ಸಾಕಷ್ಟು ನೀರು, ನಾರಿನಂಶದ ಆಹಾರ, ನಡಿಗೆ ಮತ್ತು ಬೆಳಗಿನ ಉಪಾಹಾರದ ನಂತರ ನಿಗದಿತ ಸಮಯಕ್ಕೆ ಶೌಚಕ್ಕೆ ಹೋಗುವುದು ದಿನನಿತ್ಯದ ರೂಢಿಯಾಗಲಿ.',
        'ತೀವ್ರ ಹೊಟ್ಟೆನೋವು, ವಾಂತಿ, ಅಥವಾ ವಾಯು ಹೋಗದೆ ಹೊಟ್ಟೆ ಉಬ್ಬಿಕೊಂಡಿದ್ದರೆ ಈ ಚಿಕಿತ್ಸೆ ಬೇಡ; 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ ಅಥವಾ ತಕ್ಷಣ ಆಸ್ಪತ್ರೆಗೆ ಹೋಗಿ.',
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
          titleKn: 'ಔಷಧಗಳ ಬಗ್ಗೆ ಕೇಳಿ',
          content:
            'Iron, some painkillers and some calcium tablets can cause constipation; only the physician changes them.',
          contentKn:
            'ಕಬ್ಬಿಣದ ಮಾತ್ರೆ, ಕೆಲವು ನೋವಿನ ಮಾತ್ರೆ ಮತ್ತು ಕೆಲವು ಕ್ಯಾಲ್ಸಿಯಂ ಮಾತ್ರೆಗಳಿಂದ ಮಲಬದ್ಧತೆ ಆಗಬಹುದು; ಅವನ್ನು ವೈದ್ಯರೇ ಬದಲಿಸಬೇಕು.',
          daysAgo: 101,
        },
      ],
      history: [
        {
          daysAgo: 319,
          patientName: 'Shantamma Byadgi',
          treatmentDescription:
            'More water and ragi, yellow light for rest; regular again after three weeks.',
          treatmentDescriptionKn:
            'ಹೆಚ್ಚು ನೀರು ಮತ್ತು ರಾಗಿ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಳದಿ ಬೆಳಕು; ಮೂರು ವಾರಗಳ ನಂತರ ಮಲವಿಸರ್ಜನೆ ಮತ್ತೆ ನಿಯಮಿತ.',
          outcome: 'Resolved',
          ...practitioners.patil,
        },
        {
          daysAgo: 82,
          patientName: 'Girish Acharya',
          treatmentDescription: 'A morning walk, yellow light for rest; every second day now.',
          treatmentDescriptionKn: 'ಬೆಳಗಿನ ನಡಿಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಳದಿ ಬೆಳಕು; ಈಗ ಎರಡು ದಿನಕ್ಕೊಮ್ಮೆ ಮಲವಿಸರ್ಜನೆ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 28,
          patientName: 'Mallikarjun Angadi',
          treatmentDescription: 'Ten sessions, no more water than before; no difference seen.',
          treatmentDescriptionKn: 'ಹತ್ತು ಬಾರಿ ಬೆಳಕು; ನೀರು ಕುಡಿಯುವುದು ಹೆಚ್ಚಿಲ್ಲ, ವ್ಯತ್ಯಾಸ ಕಂಡಿಲ್ಲ.',
          outcome: 'No Effect',
          ...practitioners.patil,
        },
      ],
    },
  },
];
