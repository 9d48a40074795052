import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const autoimmune: readonly SampleDisease[] = [
  {
    key: 'rheumatoid-arthritis',
    nameEn: 'Rheumatoid Arthritis',
    nameKn: 'ಆಮವಾತ (ರುಮಟಾಯ್ಡ್ ಸಂಧಿವಾತ)',
    category: 'Autoimmune',
    codes: [{ system: 'ICD-10', code: 'M06' }],
    notes: paragraphs(
      'The immune system attacks the joints: swelling of fingers, wrists and feet on both sides, and morning stiffness of more than half an hour. Early medical treatment helps to protect the joints.',
      'ರೋಗನಿರೋಧಕ ವ್ಯವಸ್ಥೆಯೇ ಕೀಲುಗಳ ಮೇಲೆ ದಾಳಿ ಮಾಡುವ ರೋಗ: ಎರಡೂ ಬದಿಯ ಬೆರಳು, ಮಣಿಕಟ್ಟು ಮತ್ತು ಪಾದಗಳ ಕೀಲುಗಳಲ್ಲಿ ಊತ, ಬೆಳಿಗ್ಗೆ ಅರ್ಧ ಗಂಟೆಗೂ ಹೆಚ್ಚು ಕಾಲ ಬಿಗಿತ. ಬೇಗನೆ ವೈದ್ಯಕೀಯ ಚಿಕಿತ್ಸೆ ಪಡೆದರೆ ಕೀಲುಗಳ ಹಾನಿಯನ್ನು ತಗ್ಗಿಸಬಹುದು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "For comfort, green light on hands and wrists accompanies gentle finger exercises, alongside the physician's treatment. Hot, swollen joints get cool light only and no pressure.",
        'Methotrexate and other disease-modifying medicines (DMARDs) are not stopped in good weeks. Fever or cough while taking these medicines: see the physician the same day.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಬೆರಳುಗಳ ಹಗುರವಾದ ವ್ಯಾಯಾಮ ಮಾಡುವಾಗ ನೆಮ್ಮದಿಗಾಗಿ ಕೈ ಮತ್ತು ಮಣಿಕಟ್ಟಿಗೆ ಹಸಿರು ಬೆಳಕು ನೀಡಿ. ಬಿಸಿಯಾಗಿ ಊದಿಕೊಂಡ ಕೀಲುಗಳಿಗೆ ತಂಪಾದ ಬೆಳಕು ಮಾತ್ರ; ಒತ್ತಡ ಬೇಡ.',
        'ಆರಾಮವೆನಿಸಿದ ವಾರಗಳಲ್ಲೂ ಮೆಥೊಟ್ರೆಕ್ಸೇಟ್ ಮತ್ತು ರೋಗ ನಿಯಂತ್ರಿಸುವ ಇತರ ಔಷಧಗಳನ್ನು ನಿಲ್ಲಿಸಬಾರದು. ಈ ಔಷಧಗಳನ್ನು ತೆಗೆದುಕೊಳ್ಳುವಾಗ ಜ್ವರ ಅಥವಾ ಕೆಮ್ಮು ಬಂದರೆ ಅದೇ ದಿನ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Hands and wrists',
          applicationAreaKn: 'ಕೈಗಳು ಮತ್ತು ಮಣಿಕಟ್ಟುಗಳು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Once a day, morning',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಬೆಳಿಗ್ಗೆ',
        },
        {
          color: 'blue',
          applicationArea: 'Swollen joints',
          applicationAreaKn: 'ಊದಿಕೊಂಡ ಕೀಲುಗಳು',
          duration: '8 minutes',
          durationKn: '8 ನಿಮಿಷ',
          frequency: 'On alternate days',
          frequencyKn: 'ದಿನ ಬಿಟ್ಟು ದಿನ',
        },
      ],
      notes: [
        {
          title: 'Morning stiffness',
          titleKn: 'ಬೆಳಗಿನ ಬಿಗಿತ',
          content:
            'Write down how many minutes pass until the hand closes to a fist; it says more than a pain score.',
          contentKn:
            'ಮುಷ್ಟಿ ಕಟ್ಟಲು ಸಾಧ್ಯವಾಗುವವರೆಗೆ ಎಷ್ಟು ನಿಮಿಷ ಬೇಕಾಯಿತು ಎಂದು ಬರೆದಿಡಿ; ನೋವಿನ ಅಂಕಕ್ಕಿಂತ ಅದು ಹೆಚ್ಚು ತಿಳಿಸುತ್ತದೆ.',
          daysAgo: 130,
        },
        {
          title: 'Pregnancy and medicines',
          titleKn: 'ಗರ್ಭಧಾರಣೆ ಮತ್ತು ಔಷಧ',
          content:
            'Advise patients who plan a child to talk to the physician about their medicines beforehand.',
          contentKn: 'ಮಗು ಪಡೆಯುವ ಯೋಜನೆ ಇದ್ದರೆ ಔಷಧಗಳ ಬಗ್ಗೆ ಮೊದಲೇ ವೈದ್ಯರೊಂದಿಗೆ ಮಾತನಾಡಲು ತಿಳಿಸಿ.',
          daysAgo: 52,
        },
      ],
      history: [
        {
          daysAgo: 256,
          patientName: 'Sharada Bhandari',
          treatmentDescription:
            'Finger exercises, with green light for rest; fist closes after 40 minutes, not 70.',
          treatmentDescriptionKn:
            'ಬೆರಳುಗಳ ವ್ಯಾಯಾಮ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ಮುಷ್ಟಿ ಕಟ್ಟಲು 70 ನಿಮಿಷದ ಬದಲು 40 ನಿಮಿಷ ಸಾಕಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
        {
          daysAgo: 107,
          patientName: 'Kempamma Gowda',
          treatmentDescription: 'Green light, four weeks; stiffness and swelling as before.',
          treatmentDescriptionKn: 'ನಾಲ್ಕು ವಾರ ಹಸಿರು ಬೆಳಕು; ಬಿಗಿತ ಮತ್ತು ಊತ ಮೊದಲಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'No Effect',
          ...practitioners.patil,
        },
        {
          daysAgo: 63,
          patientName: 'Sharada Bhandari',
          treatmentDescription: 'New medicine during a flare, blue light on the wrists for rest.',
          treatmentDescriptionKn: 'ಉಲ್ಬಣಿಸಿದಾಗ ವೈದ್ಯರ ಹೊಸ ಔಷಧ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಣಿಕಟ್ಟುಗಳ ಮೇಲೆ ನೀಲಿ ಬೆಳಕು.',
          outcome: 'Partial Relief',
          ...practitioners.kamath,
        },
        {
          daysAgo: 16,
          patientName: 'ಅನಸೂಯಾ ರಾವ್',
          treatmentDescription:
            'Exercises in the morning, with green light for rest; fingers less stiff.',
          treatmentDescriptionKn: 'ಬೆಳಗಿನ ವ್ಯಾಯಾಮ, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ಬೆರಳುಗಳ ಬಿಗಿತ ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
      ],
    },
  },
  {
    key: 'lupus',
    nameEn: 'Lupus',
    nameKn: 'ಲೂಪಸ್',
    category: 'Autoimmune',
    codes: [{ system: 'ICD-10', code: 'M32' }],
    notes: paragraphs(
      'An autoimmune disease of skin, joints, blood and kidneys with tiredness and a rash over nose and cheeks. Many patients are photosensitive: sunlight and UV can cause a flare.',
      'ಚರ್ಮ, ಕೀಲು, ರಕ್ತ ಮತ್ತು ಮೂತ್ರಪಿಂಡಗಳನ್ನು ಬಾಧಿಸುವ ಸ್ವಯಂ ನಿರೋಧಕ (ಆಟೊಇಮ್ಯೂನ್) ರೋಗ; ಆಯಾಸ, ಮೂಗು ಮತ್ತು ಕೆನ್ನೆಗಳ ಮೇಲೆ ಕೆಂಪು ದದ್ದು ಇದರ ಲಕ್ಷಣಗಳು. ಅನೇಕರಿಗೆ ಬೆಳಕಿನ ಸಂವೇದನೆ ಹೆಚ್ಚು: ಬಿಸಿಲು ಮತ್ತು ನೇರಳಾತೀತ ಕಿರಣಗಳಿಂದ ರೋಗ ಉಲ್ಬಣಿಸಬಹುದು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Only after the rheumatologist agrees, and alongside the physician's treatment: dim green room light for rest, skin covered, from an LED lamp that gives no UV.",
        'Never sunlight through colored glass, never a UV or halogen lamp. A new rash, fever, swollen legs or foamy urine: stop and refer to the physician the same day. Chest pain, breathlessness, confusion or a seizure: call 108. Medicines stay as prescribed.',
      ),
      descriptionKn: paragraphs(
        'ಸಂಧಿವಾತ ತಜ್ಞರ ಒಪ್ಪಿಗೆಯ ನಂತರ ಮಾತ್ರ, ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ: ಚರ್ಮ ಮುಚ್ಚಿಕೊಂಡು, ನೇರಳಾತೀತ ಕಿರಣ ಹೊರಸೂಸದ ಎಲ್‌ಇಡಿ ದೀಪದಿಂದ ಕೋಣೆಯಲ್ಲಿ ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಂದ ಹಸಿರು ಬೆಳಕು ನೀಡಿ.',
        'ಬಣ್ಣದ ಗಾಜಿನ ಮೂಲಕ ಬಿಸಿಲು, ನೇರಳಾತೀತ ಅಥವಾ ಹ್ಯಾಲೊಜನ್ ದೀಪ ಎಂದಿಗೂ ಬೇಡ. ಹೊಸ ದದ್ದು, ಜ್ವರ, ಕಾಲಿನ ಊತ ಅಥವಾ ನೊರೆನೊರೆಯಾದ ಮೂತ್ರ ಕಂಡರೆ ನಿಲ್ಲಿಸಿ, ಅದೇ ದಿನ ವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಿ. ಎದೆನೋವು, ಏದುಸಿರು, ಗೊಂದಲ ಅಥವಾ ಸೆಳವು ಕಂಡರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ. ಔಷಧಗಳು ವೈದ್ಯರು ಸೂಚಿಸಿದಂತೆಯೇ ಮುಂದುವರಿಯಬೇಕು.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Dim room light, skin covered',
          applicationAreaKn: 'ಕೋಣೆಯ ಮಂದ ಬೆಳಕು, ಚರ್ಮ ಮುಚ್ಚಿ',
          duration: '8 minutes',
          durationKn: '8 ನಿಮಿಷ',
          frequency: 'Once a week',
          frequencyKn: 'ವಾರಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Light sensitivity',
          titleKn: 'ಬೆಳಕಿನ ಸಂವೇದನೆ',
          content:
            'Look at the face, neck and forearms before and after. Sunscreen and long sleeves for the way home.',
          contentKn:
            'ಬೆಳಕಿನ ಮೊದಲು ಮತ್ತು ನಂತರ ಮುಖ, ಕುತ್ತಿಗೆ ಮತ್ತು ಮುಂಗೈಗಳನ್ನು ನೋಡಿ. ಮನೆಗೆ ಹೋಗುವಾಗ ಸನ್‌ಸ್ಕ್ರೀನ್ ಮತ್ತು ಉದ್ದ ತೋಳಿನ ಬಟ್ಟೆ ಇರಲಿ.',
          daysAgo: 128,
        },
      ],
      history: [
        {
          daysAgo: 184,
          patientName: 'Pallavi Hebbar',
          treatmentDescription: 'Letter of the rheumatologist received; fatigue score 7 of 10.',
          treatmentDescriptionKn: 'ಸಂಧಿವಾತ ತಜ್ಞರ ಪತ್ರ ಬಂದಿದೆ; ಆಯಾಸದ ಅಂಕ 10ರಲ್ಲಿ 7.',
          outcome: 'Baseline',
          ...practitioners.nadig,
        },
        {
          daysAgo: 126,
          patientName: 'Pallavi Hebbar',
          treatmentDescription: 'Dim green room light, six sessions; fatigue as before, no rash.',
          treatmentDescriptionKn: 'ಕೋಣೆಯಲ್ಲಿ ಮಂದ ಹಸಿರು ಬೆಳಕು, ಆರು ಬಾರಿ; ಆಯಾಸ ಮೊದಲಿನಂತೆಯೇ, ದದ್ದು ಇಲ್ಲ.',
          outcome: 'No Change',
          ...practitioners.nadig,
        },
        {
          daysAgo: 46,
          patientName: 'Pallavi Hebbar',
          treatmentDescription: 'Room light with guided rest; fatigue score 5 of 10.',
          treatmentDescriptionKn: 'ಕೋಣೆಯ ಬೆಳಕು ಮತ್ತು ಮಾರ್ಗದರ್ಶನದೊಂದಿಗೆ ವಿಶ್ರಾಂತಿ; ಆಯಾಸದ ಅಂಕ 10ರಲ್ಲಿ 5.',
          outcome: 'Partial Relief',
          ...practitioners.nadig,
        },
      ],
    },
  },
];
