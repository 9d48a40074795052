import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const skin: readonly SampleDisease[] = [
  {
    key: 'eczema',
    nameEn: 'Eczema',
    nameKn: 'ಇಸಬು',
    category: 'Skin',
    codes: [{ system: 'ICD-10', code: 'L30' }],
    notes: paragraphs(
      'Dry, itchy, red skin that flares and settles, often in the bends of arms and knees and in families with asthma. Moisturizing daily is the basis of every treatment.',
      'ಚರ್ಮ ಒಣಗಿ, ತುರಿಕೆಯಾಗಿ, ಕೆಂಪಾಗುವ ತೊಂದರೆ; ಆಗಾಗ ಉಲ್ಬಣಿಸಿ ಮತ್ತೆ ತಗ್ಗುತ್ತದೆ. ಮೊಣಕೈ ಮತ್ತು ಮೊಣಕಾಲಿನ ಮಡಿಕೆಗಳಲ್ಲಿ, ಅಸ್ತಮಾ ಇರುವ ಕುಟುಂಬಗಳಲ್ಲಿ ಹೆಚ್ಚು. ಚರ್ಮಕ್ಕೆ ಪ್ರತಿದಿನ ತೇವ ಕಾಪಾಡುವ ಲೇಪ ಹಚ್ಚುವುದು ಎಲ್ಲ ಚಿಕಿತ್ಸೆಯ ಅಡಿಪಾಯ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "For comfort, cool blue light falls on the itchy area after the moisturizer has been absorbed, alongside the physician's treatment. The lamp must give no heat.",
        'Weeping, yellow crusts or fever point to an infection: no session; see a physician first. Prescribed creams are continued as directed.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ತೇವ ಕಾಪಾಡುವ ಲೇಪ ಚರ್ಮದಲ್ಲಿ ಇಂಗಿದ ನಂತರ ನೆಮ್ಮದಿಗಾಗಿ ತುರಿಕೆಯ ಭಾಗಕ್ಕೆ ತಂಪಾದ ನೀಲಿ ಬೆಳಕು ನೀಡಿ. ದೀಪದಿಂದ ಶಾಖ ಬರಬಾರದು.',
        'ಚರ್ಮದಿಂದ ನೀರು ಸೋರುವುದು, ಹಳದಿ ಹಕ್ಕಳೆ ಅಥವಾ ಜ್ವರ ಸೋಂಕಿನ ಸೂಚನೆ: ಬಣ್ಣ ಚಿಕಿತ್ಸೆ ಬೇಡ, ಮೊದಲು ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು. ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಮುಲಾಮುಗಳನ್ನು ಸೂಚಿಸಿದಂತೆ ಮುಂದುವರಿಸಬೇಕು.',
      ),
      protocols: [
        {
          color: 'blue',
          applicationArea: 'Itchy area',
          applicationAreaKn: 'ತುರಿಕೆ ಇರುವ ಭಾಗ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Once a day',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Against the itch',
          titleKn: 'ತುರಿಕೆ ತಗ್ಗಿಸಲು',
          content: 'Nails short, cotton clothes; lukewarm water is enough for the bath.',
          contentKn: 'ಉಗುರು ಚಿಕ್ಕದಾಗಿರಲಿ, ಹತ್ತಿಯ ಬಟ್ಟೆ ಧರಿಸಲಿ; ಸ್ನಾನಕ್ಕೆ ಉಗುರುಬೆಚ್ಚಗಿನ ನೀರು ಸಾಕು.',
          daysAgo: 66,
        },
      ],
      history: [
        {
          daysAgo: 241,
          patientName: 'Aarav Shenoy',
          treatmentDescription:
            'Moisturizer every evening, then blue light for rest; scratches less at night.',
          treatmentDescriptionKn:
            'ಪ್ರತಿ ಸಂಜೆ ತೇವ ಕಾಪಾಡುವ ಲೇಪ, ನಂತರ ವಿಶ್ರಾಂತಿಗಾಗಿ ನೀಲಿ ಬೆಳಕು; ರಾತ್ರಿ ತುರಿಸಿಕೊಳ್ಳುವುದು ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
        {
          daysAgo: 71,
          patientName: 'ಗೀತಾ ಅಂಗಡಿ',
          treatmentDescription:
            'Prescribed cream for six weeks, blue light for rest; much less itching.',
          treatmentDescriptionKn:
            'ಆರು ವಾರ ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಮುಲಾಮು, ವಿಶ್ರಾಂತಿಗಾಗಿ ನೀಲಿ ಬೆಳಕು; ತುರಿಕೆ ಬಹಳ ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Effective',
          ...practitioners.gowda,
        },
        {
          daysAgo: 30,
          patientName: 'Naveen Karanth',
          treatmentDescription: 'Flare after new soap; weeping skin, sent to the dermatologist.',
          treatmentDescriptionKn:
            'ಹೊಸ ಸೋಪು ಬಳಸಿದ ನಂತರ ಉಲ್ಬಣಿಸಿದೆ; ಚರ್ಮದಿಂದ ನೀರು ಸೋರುತ್ತಿದೆ, ಚರ್ಮವೈದ್ಯರ ಬಳಿಗೆ ಕಳುಹಿಸಲಾಗಿದೆ.',
          outcome: 'Worsened',
          ...practitioners.nadig,
        },
      ],
    },
  },
  {
    key: 'psoriasis',
    nameEn: 'Psoriasis',
    nameKn: 'ಸೋರಿಯಾಸಿಸ್',
    category: 'Skin',
    codes: [{ system: 'ICD-10', code: 'L40' }],
    notes: paragraphs(
      'Thick, scaly, reddish patches from skin that renews itself too fast; it is not contagious. Colored light is not medical phototherapy, which uses measured UV doses.',
      'ಚರ್ಮದ ಜೀವಕೋಶಗಳು ಅತಿ ವೇಗವಾಗಿ ಬೆಳೆದು ದಪ್ಪವಾದ, ಹೊಟ್ಟಿನಂತೆ ಉದುರುವ ಕೆಂಪು ತೇಪೆಗಳು ಮೂಡುವ ರೋಗ; ಇದು ಅಂಟುರೋಗವಲ್ಲ. ಬಣ್ಣದ ಬೆಳಕು ಬೇರೆ, ಚರ್ಮವೈದ್ಯರು ಅಳೆದು ನೀಡುವ ನೇರಳಾತೀತ ಕಿರಣಗಳ ಚಿಕಿತ್ಸೆ ಬೇರೆ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Green light on the patches is for comfort alone, alongside the physician's treatment; it does not heal them. Ointment is applied after the session, not before.",
        'Patients on methotrexate or under UV treatment may be sensitive to light: ask the dermatologist first. Painful joints are reported to the physician.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ತೇಪೆಗಳ ಮೇಲೆ ನೀಡುವ ಹಸಿರು ಬೆಳಕು ನೆಮ್ಮದಿಗಾಗಿ ಮಾತ್ರ; ಅದು ತೇಪೆಗಳನ್ನು ಗುಣಪಡಿಸುವುದಿಲ್ಲ. ಮುಲಾಮನ್ನು ಬೆಳಕಿನ ಮೊದಲು ಹಚ್ಚಬೇಡಿ, ನಂತರ ಹಚ್ಚಿ.',
        'ಮೆಥೊಟ್ರೆಕ್ಸೇಟ್ ತೆಗೆದುಕೊಳ್ಳುವವರಿಗೆ ಅಥವಾ ನೇರಳಾತೀತ ಚಿಕಿತ್ಸೆಯಲ್ಲಿರುವವರಿಗೆ ಬೆಳಕಿನ ಸಂವೇದನೆ ಹೆಚ್ಚಿರಬಹುದು: ಮೊದಲು ಚರ್ಮವೈದ್ಯರನ್ನು ಕೇಳಿ. ಕೀಲುನೋವು ಇದ್ದರೆ ವೈದ್ಯರಿಗೆ ತಿಳಿಸಬೇಕು.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Elbows, knees or back',
          applicationAreaKn: 'ಮೊಣಕೈ, ಮೊಣಕಾಲು ಅಥವಾ ಬೆನ್ನು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Photographs',
          titleKn: 'ಛಾಯಾಚಿತ್ರಗಳು',
          content: 'Once a month, with consent: same place, same lamp, same distance.',
          contentKn: 'ತಿಂಗಳಿಗೊಮ್ಮೆ, ಒಪ್ಪಿಗೆ ಪಡೆದು ತೆಗೆಯಿರಿ: ಅದೇ ಜಾಗ, ಅದೇ ದೀಪ, ಅಷ್ಟೇ ದೂರ.',
          daysAgo: 110,
        },
      ],
      history: [
        {
          daysAgo: 201,
          patientName: 'Sudhakar Alva',
          treatmentDescription: 'Patches measured: both elbows and the lower back.',
          treatmentDescriptionKn: 'ತೇಪೆಗಳನ್ನು ಅಳೆಯಲಾಗಿದೆ: ಎರಡೂ ಮೊಣಕೈ ಮತ್ತು ಕೆಳಬೆನ್ನು.',
          outcome: 'Baseline',
          ...practitioners.joshi,
        },
        {
          daysAgo: 122,
          patientName: 'Sudhakar Alva',
          treatmentDescription:
            'Prescribed ointment for eight weeks, green light for rest; less itching.',
          treatmentDescriptionKn:
            'ಎಂಟು ವಾರ ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಮುಲಾಮು, ವಿಶ್ರಾಂತಿಗಾಗಿ ಹಸಿರು ಬೆಳಕು; ತುರಿಕೆ ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Partial Relief',
          ...practitioners.joshi,
        },
        {
          daysAgo: 42,
          patientName: 'Vijayalakshmi Patil',
          treatmentDescription: 'Green light, four weeks; patches are the same size.',
          treatmentDescriptionKn: 'ನಾಲ್ಕು ವಾರ ಹಸಿರು ಬೆಳಕು; ತೇಪೆಗಳು ಮೊದಲಿನಷ್ಟೇ ದೊಡ್ಡದಾಗಿವೆ.',
          outcome: 'No Change',
          ...practitioners.patil,
        },
      ],
    },
  },
  {
    key: 'acne',
    nameEn: 'Acne',
    nameKn: 'ಮೊಡವೆ',
    category: 'Skin',
    codes: [{ system: 'ICD-10', code: 'L70' }],
    notes: paragraphs(
      'Blocked and inflamed hair follicles of face, chest and back, mostly between the ages of 12 and 25. Several acne medicines make the skin sensitive to light.',
      'ಮುಖ, ಎದೆ ಮತ್ತು ಬೆನ್ನಿನ ಕೂದಲಿನ ಬುಡದ ರಂಧ್ರಗಳು ಮುಚ್ಚಿ ಉರಿಯೂತ ಬರುವ ತೊಂದರೆ; 12ರಿಂದ 25 ವರ್ಷದವರಲ್ಲಿ ಹೆಚ್ಚು. ಮೊಡವೆಗೆ ನೀಡುವ ಕೆಲವು ಔಷಧಗಳಿಂದ ಚರ್ಮದ ಮೇಲೆ ಬೆಳಕಿನ ಪರಿಣಾಮ ಹೆಚ್ಚಾಗುತ್ತದೆ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Blue light on the washed face is a time of rest alongside the physician's treatment. Opaque goggles are worn, and the lamp stays 30 centimeters away.",
        'No session for patients who take doxycycline or isotretinoin unless the dermatologist agrees. Redness that lasts until the next day means stop.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ತೊಳೆದ ಮುಖಕ್ಕೆ ವಿಶ್ರಾಂತಿಗಾಗಿ ನೀಲಿ ಬೆಳಕು ನೀಡಿ. ಬೆಳಕು ತೂರದ ಕನ್ನಡಕ ಹಾಕಿಸಿ; ದೀಪ 30 ಸೆಂಟಿಮೀಟರ್ ದೂರವಿರಲಿ.',
        'ಡಾಕ್ಸಿಸೈಕ್ಲಿನ್ ಅಥವಾ ಐಸೊಟ್ರೆಟಿನಾಯಿನ್ ತೆಗೆದುಕೊಳ್ಳುವವರಿಗೆ ಚರ್ಮವೈದ್ಯರ ಒಪ್ಪಿಗೆ ಇಲ್ಲದೆ ಈ ಚಿಕಿತ್ಸೆ ಬೇಡ. ಮರುದಿನವೂ ಚರ್ಮ ಕೆಂಪಾಗಿಯೇ ಇದ್ದರೆ ನಿಲ್ಲಿಸಿ.',
      ),
      protocols: [
        {
          color: 'blue',
          applicationArea: 'Face, eyes covered',
          applicationAreaKn: 'ಮುಖ, ಕಣ್ಣು ಮರೆಮಾಡಿ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Twice a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಎರಡು ಬಾರಿ',
        },
        {
          color: 'red',
          applicationArea: 'Cheeks, eyes covered',
          applicationAreaKn: 'ಕೆನ್ನೆಗಳು, ಕಣ್ಣು ಮರೆಮಾಡಿ',
          duration: '5 minutes',
          durationKn: '5 ನಿಮಿಷ',
          frequency: 'Once a week',
          frequencyKn: 'ವಾರಕ್ಕೊಮ್ಮೆ',
        },
      ],
      notes: [
        {
          title: 'Medicine list',
          titleKn: 'ಔಷಧಗಳ ಪಟ್ಟಿ',
          content:
            'Ask for all tablets and creams by name before the first session and each month.',
          contentKn: 'ಮೊದಲ ಬಾರಿಗೆ ಮುನ್ನ ಮತ್ತು ಪ್ರತಿ ತಿಂಗಳು ಎಲ್ಲ ಮಾತ್ರೆ, ಮುಲಾಮುಗಳ ಹೆಸರು ಕೇಳಿ ತಿಳಿದುಕೊಳ್ಳಿ.',
          daysAgo: 37,
        },
      ],
      history: [
        {
          daysAgo: 262,
          patientName: 'Sneha Bangera',
          treatmentDescription:
            'Prescribed gel for two months, blue light for rest; fewer inflamed spots.',
          treatmentDescriptionKn:
            'ಎರಡು ತಿಂಗಳು ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಜೆಲ್, ವಿಶ್ರಾಂತಿಗಾಗಿ ನೀಲಿ ಬೆಳಕು; ಉರಿಯೂತದ ಮೊಡವೆಗಳು ಕಡಿಮೆಯಾಗಿವೆ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 86,
          patientName: 'Rohan Devadiga',
          treatmentDescription: 'Prescribed gel, blue light for rest; skin calmer, few new spots.',
          treatmentDescriptionKn: 'ವೈದ್ಯರು ಬರೆದುಕೊಟ್ಟ ಜೆಲ್, ವಿಶ್ರಾಂತಿಗಾಗಿ ನೀಲಿ ಬೆಳಕು; ಚರ್ಮದ ಉರಿ ಕಡಿಮೆ, ಹೊಸ ಮೊಡವೆ ವಿರಳ.',
          outcome: 'Effective',
          ...practitioners.nadig,
        },
        {
          daysAgo: 38,
          patientName: 'Chaitra Somayaji',
          treatmentDescription: 'Redness for two days; had started doxycycline. Sessions stopped.',
          treatmentDescriptionKn: 'ಎರಡು ದಿನ ಚರ್ಮ ಕೆಂಪಾಗಿತ್ತು; ಡಾಕ್ಸಿಸೈಕ್ಲಿನ್ ಆರಂಭಿಸಿದ್ದರು. ಚಿಕಿತ್ಸೆ ನಿಲ್ಲಿಸಲಾಗಿದೆ.',
          outcome: 'Adverse Effect',
          ...practitioners.joshi,
        },
        {
          daysAgo: 10,
          patientName: 'Sneha Bangera',
          treatmentDescription: 'Second series, cheeks only, third visit.',
          treatmentDescriptionKn: 'ಎರಡನೇ ಸರಣಿ, ಕೆನ್ನೆಗಳಿಗೆ ಮಾತ್ರ, ಮೂರನೇ ಭೇಟಿ.',
          outcome: 'Ongoing',
          ...practitioners.nadig,
        },
      ],
    },
  },
];
