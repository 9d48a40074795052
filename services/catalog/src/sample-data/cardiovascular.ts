import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const cardiovascular: readonly SampleDisease[] = [
  {
    key: 'high-blood-pressure',
    nameEn: 'High Blood Pressure',
    nameKn: 'ಅಧಿಕ ರಕ್ತದೊತ್ತಡ',
    category: 'Cardiovascular',
    codes: [{ system: 'ICD-10', code: 'I10' }],
    notes: paragraphs(
      'Blood pressure that stays at or above 140/90 mmHg, usually without any symptom. Tablets, less salt and exercise are the treatment; color sessions are only a time of rest.',
      'ರಕ್ತದೊತ್ತಡ ಸತತವಾಗಿ 140/90 mmHg ಅಥವಾ ಅದಕ್ಕಿಂತ ಹೆಚ್ಚಿರುವ ಸ್ಥಿತಿ; ಸಾಮಾನ್ಯವಾಗಿ ಯಾವ ಲಕ್ಷಣವೂ ಇರುವುದಿಲ್ಲ. ಮಾತ್ರೆ, ಕಡಿಮೆ ಉಪ್ಪು ಮತ್ತು ವ್ಯಾಯಾಮವೇ ಚಿಕಿತ್ಸೆ; ಬಣ್ಣ ಚಿಕಿತ್ಸೆ ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಾತ್ರ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Alongside the physician's treatment, soft blue light fills the resting place while the patient lies down and breathes quietly. Red and orange light are avoided.",
        'Blood-pressure medicines must not be reduced or stopped without the physician, not even when the readings fall. At 180/120 or above, or with chest pain, weakness of one side or blurred vision, call 108.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ರೋಗಿ ಮಲಗಿ ಶಾಂತವಾಗಿ ಉಸಿರಾಡುವಾಗ ವಿಶ್ರಾಂತಿಯ ಜಾಗದಲ್ಲಿ ಮೃದುವಾದ ನೀಲಿ ಬೆಳಕು ಹರಡಿರಲಿ. ಕೆಂಪು ಮತ್ತು ಕಿತ್ತಳೆ ಬೆಳಕು ಬೇಡ.',
        'ರಕ್ತದೊತ್ತಡ ಇಳಿದರೂ ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಅದರ ಔಷಧಗಳನ್ನು ಕಡಿಮೆ ಮಾಡಬಾರದು, ನಿಲ್ಲಿಸಬಾರದು. ರಕ್ತದೊತ್ತಡ 180/120 ಅಥವಾ ಅದಕ್ಕಿಂತ ಹೆಚ್ಚಿದ್ದರೆ, ಇಲ್ಲವೇ ಎದೆನೋವು, ದೇಹದ ಒಂದು ಬದಿಯಲ್ಲಿ ಬಲಹೀನತೆ ಅಥವಾ ಕಣ್ಣು ಮಂಜಾಗುವುದು ಕಂಡರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
      ),
      protocols: [
        {
          color: 'blue',
          applicationArea: 'Whole body, lying down',
          applicationAreaKn: 'ಮಲಗಿದ ಸ್ಥಿತಿಯಲ್ಲಿ ಇಡೀ ದೇಹ',
          duration: '20 minutes',
          durationKn: '20 ನಿಮಿಷ',
          frequency: 'Once a day, evening',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಸಂಜೆ',
        },
        {
          color: 'green',
          applicationArea: 'Chest',
          applicationAreaKn: 'ಎದೆ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'On alternate days',
          frequencyKn: 'ದಿನ ಬಿಟ್ಟು ದಿನ',
        },
      ],
      notes: [
        {
          title: 'Measure first',
          titleKn: 'ಮೊದಲು ಅಳೆಯಿರಿ',
          content:
            'Five minutes of rest, arm at heart level, two readings. Write down both; the physician decides on tablets.',
          contentKn:
            'ಐದು ನಿಮಿಷ ವಿಶ್ರಾಂತಿಯ ನಂತರ, ತೋಳು ಹೃದಯದ ಮಟ್ಟದಲ್ಲಿರುವಂತೆ ಎರಡು ಬಾರಿ ಅಳೆಯಿರಿ. ಎರಡನ್ನೂ ಬರೆದಿಡಿ; ಮಾತ್ರೆಗಳ ಬಗ್ಗೆ ವೈದ್ಯರೇ ನಿರ್ಧರಿಸುತ್ತಾರೆ.',
          daysAgo: 140,
        },
        {
          title: 'About salt',
          titleKn: 'ಉಪ್ಪಿನ ಬಗ್ಗೆ',
          content: 'Remind the patient that pickles, papad and fried snacks hold much salt.',
          contentKn: 'ಉಪ್ಪಿನಕಾಯಿ, ಹಪ್ಪಳ ಮತ್ತು ಕುರುಕಲು ತಿಂಡಿಗಳಲ್ಲಿ ಉಪ್ಪು ಹೆಚ್ಚು ಎಂದು ನೆನಪಿಸಿ.',
          daysAgo: 22,
        },
      ],
      history: [
        {
          daysAgo: 247,
          patientName: 'Gangadhar Pujari',
          treatmentDescription: 'First reading 152/94 on tablets; tense, sleeps five hours.',
          treatmentDescriptionKn: 'ಮಾತ್ರೆಗಳ ಜೊತೆಗೂ ಮೊದಲ ಅಳತೆ 152/94; ಉದ್ವೇಗವಿದೆ, ಐದು ಗಂಟೆ ನಿದ್ರೆ.',
          outcome: 'Baseline',
          ...practitioners.kamath,
        },
        {
          daysAgo: 168,
          patientName: 'Gangadhar Pujari',
          treatmentDescription:
            'Blue light in the evening; falls asleep sooner, tablets unchanged.',
          treatmentDescriptionKn: 'ಸಂಜೆ ನೀಲಿ ಬೆಳಕು; ಬೇಗ ನಿದ್ರೆ ಬರುತ್ತಿದೆ, ಮಾತ್ರೆಗಳು ಮೊದಲಿನಂತೆಯೇ.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
        {
          daysAgo: 76,
          patientName: 'Savitri Kulkarni',
          treatmentDescription: 'Blue light and slow breathing, six weeks; rests well, less tense.',
          treatmentDescriptionKn: 'ಆರು ವಾರ ನೀಲಿ ಬೆಳಕು ಮತ್ತು ನಿಧಾನ ಉಸಿರಾಟ; ಚೆನ್ನಾಗಿ ವಿಶ್ರಾಂತಿ ಸಿಗುತ್ತಿದೆ, ಉದ್ವೇಗ ಕಡಿಮೆ.',
          outcome: 'Effective',
          ...practitioners.joshi,
        },
        {
          daysAgo: 8,
          patientName: 'Abdul Rahim',
          treatmentDescription: 'Green light on the chest, first week.',
          treatmentDescriptionKn: 'ಎದೆಯ ಮೇಲೆ ಹಸಿರು ಬೆಳಕು, ಮೊದಲ ವಾರ.',
          outcome: 'Ongoing',
          ...practitioners.patil,
        },
      ],
    },
  },
  {
    key: 'coronary-heart-disease',
    nameEn: 'Coronary Heart Disease',
    nameKn: 'ಪರಿಧಮನಿಯ ಹೃದಯ ರೋಗ',
    category: 'Cardiovascular',
    codes: [{ system: 'ICD-10', code: 'I25' }],
    notes: paragraphs(
      'Narrowed arteries give the heart muscle too little blood; typical is chest pain on exertion. Sessions serve rest alone and need the consent of the treating cardiologist.',
      'ಹೃದಯಕ್ಕೆ ರಕ್ತ ಪೂರೈಸುವ ಅಪಧಮನಿಗಳು ಕಿರಿದಾಗಿ ಹೃದಯದ ಸ್ನಾಯುವಿಗೆ ಸಾಕಷ್ಟು ರಕ್ತ ಸಿಗದ ಸ್ಥಿತಿ; ಶ್ರಮಪಟ್ಟಾಗ ಎದೆನೋವು ಬರುವುದು ಸಾಮಾನ್ಯ ಲಕ್ಷಣ. ಬಣ್ಣ ಚಿಕಿತ್ಸೆ ವಿಶ್ರಾಂತಿಗಾಗಿ ಮಾತ್ರ; ಅದಕ್ಕೆ ಹೃದ್ರೋಗ ತಜ್ಞರ ಒಪ್ಪಿಗೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Dim green light in a quiet room may support rest alongside the physician's treatment. No heat, no red light and no exertion during the session.",
        'Without the physician no heart medicine may be changed, delayed or left out. Chest pain, cold sweat or pain spreading to arm or jaw: stop, call 108 and do not wait for it to pass.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಶಾಂತವಾದ ಕೋಣೆಯಲ್ಲಿ ಮಂದ ಹಸಿರು ಬೆಳಕು ವಿಶ್ರಾಂತಿಗೆ ನೆರವಾಗಬಹುದು. ಈ ವೇಳೆ ಶಾಖ, ಕೆಂಪು ಬೆಳಕು ಮತ್ತು ದೈಹಿಕ ಶ್ರಮ ಬೇಡ.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಹೃದಯದ ಯಾವುದೇ ಔಷಧವನ್ನು ಬದಲಿಸಬಾರದು, ತಡವಾಗಿ ತೆಗೆದುಕೊಳ್ಳಬಾರದು, ತಪ್ಪಿಸಬಾರದು. ಎದೆನೋವು, ತಣ್ಣನೆಯ ಬೆವರು, ಅಥವಾ ತೋಳು ಇಲ್ಲವೇ ದವಡೆಗೆ ಹರಡುವ ನೋವು ಕಂಡರೆ ಚಿಕಿತ್ಸೆ ನಿಲ್ಲಿಸಿ, 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ; ತಾನಾಗಿ ಕಡಿಮೆಯಾಗಲಿ ಎಂದು ಕಾಯಬೇಡಿ.',
      ),
      protocols: [
        {
          color: 'green',
          applicationArea: 'Room light, patient half sitting',
          applicationAreaKn: 'ಒರಗಿ ಕುಳಿತ ರೋಗಿಗೆ ಕೋಣೆಯ ಬೆಳಕು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Twice a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಎರಡು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Consent of the cardiologist',
          titleKn: 'ಹೃದ್ರೋಗ ತಜ್ಞರ ಒಪ್ಪಿಗೆ',
          content:
            'Keep a copy of the letter. Nitroglycerin, if prescribed, is kept beside the patient.',
          contentKn: 'ಒಪ್ಪಿಗೆ ಪತ್ರದ ಪ್ರತಿ ಇಟ್ಟುಕೊಳ್ಳಿ. ವೈದ್ಯರು ನೈಟ್ರೊಗ್ಲಿಸರಿನ್ ಬರೆದುಕೊಟ್ಟಿದ್ದರೆ ಅದು ರೋಗಿಯ ಪಕ್ಕದಲ್ಲೇ ಇರಲಿ.',
          daysAgo: 160,
        },
      ],
      history: [
        {
          daysAgo: 133,
          patientName: 'Venkatesh Murthy',
          treatmentDescription: 'Green room light, three weeks; sleep and worry as before.',
          treatmentDescriptionKn: 'ಮೂರು ವಾರ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು; ನಿದ್ರೆ ಮತ್ತು ಚಿಂತೆ ಮೊದಲಿನಂತೆಯೇ ಇವೆ.',
          outcome: 'No Change',
          ...practitioners.nadig,
        },
        {
          daysAgo: 41,
          patientName: 'Venkatesh Murthy',
          treatmentDescription:
            'Green room light with guided rest; less anxious, medicines unchanged.',
          treatmentDescriptionKn: 'ಮಾರ್ಗದರ್ಶನದೊಂದಿಗೆ ವಿಶ್ರಾಂತಿ, ಕೋಣೆಯಲ್ಲಿ ಹಸಿರು ಬೆಳಕು; ಆತಂಕ ಕಡಿಮೆ, ಔಷಧಗಳು ಮೊದಲಿನಂತೆಯೇ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
      ],
    },
  },
  {
    key: 'varicose-veins',
    nameEn: 'Varicose Veins',
    nameKn: 'ಕಾಲಿನ ಉಬ್ಬಿದ ರಕ್ತನಾಳಗಳು (ವೆರಿಕೋಸ್ ವೇನ್ಸ್)',
    category: 'Cardiovascular',
    codes: [{ system: 'ICD-10', code: 'I83' }],
    notes: paragraphs(
      'Widened veins of the legs with heaviness, swelling and night cramps, common in people who stand at work. A hot, painful, swollen calf can be a clot and needs a physician the same day; sudden breathlessness or chest pain: call 108.',
      'ಕಾಲಿನ ರಕ್ತನಾಳಗಳು ಹಿಗ್ಗಿ ಭಾರ, ಊತ ಮತ್ತು ರಾತ್ರಿ ಸೆಳೆತ ಉಂಟಾಗುವ ಸ್ಥಿತಿ; ನಿಂತು ಕೆಲಸ ಮಾಡುವವರಲ್ಲಿ ಹೆಚ್ಚು. ಮೀನಖಂಡ ಬಿಸಿಯಾಗಿ ಊದಿಕೊಂಡು ನೋಯುತ್ತಿದ್ದರೆ ರಕ್ತ ಹೆಪ್ಪುಗಟ್ಟಿರಬಹುದು; ಅದೇ ದಿನ ವೈದ್ಯರನ್ನು ಕಾಣಬೇಕು. ಹಠಾತ್ ಏದುಸಿರು ಅಥವಾ ಎದೆನೋವು ಬಂದರೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Cool blue light on the raised legs goes alongside the physician's treatment and the compression stockings. The lamp must not warm the skin.",
        'No light on open sores and no pressure on the veins. Stockings and walking remain the daily routine.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆ ಮತ್ತು ಒತ್ತಡದ ಕಾಲುಚೀಲಗಳ ಜೊತೆಗೆ, ಎತ್ತರಕ್ಕೆ ಇಟ್ಟ ಕಾಲುಗಳ ಮೇಲೆ ತಂಪಾದ ನೀಲಿ ಬೆಳಕು ನೀಡಿ. ದೀಪದಿಂದ ಚರ್ಮ ಬಿಸಿಯಾಗಬಾರದು.',
        'ತೆರೆದ ಹುಣ್ಣುಗಳ ಮೇಲೆ ಬೆಳಕು ಬೇಡ; ರಕ್ತನಾಳಗಳನ್ನು ಒತ್ತಬೇಡಿ. ಕಾಲುಚೀಲ ಧರಿಸುವುದು ಮತ್ತು ನಡಿಗೆ ದಿನನಿತ್ಯ ಮುಂದುವರಿಯಲಿ.',
      ),
      protocols: [
        {
          color: 'blue',
          applicationArea: 'Both legs, raised',
          applicationAreaKn: 'ಎತ್ತರಕ್ಕೆ ಇಟ್ಟ ಎರಡೂ ಕಾಲುಗಳು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'For those who stand at work',
          titleKn: 'ನಿಂತು ಕೆಲಸ ಮಾಡುವವರಿಗೆ',
          content: 'Advise walking for five minutes every hour, or sitting with the legs raised.',
          contentKn: 'ಗಂಟೆಗೊಮ್ಮೆ ಐದು ನಿಮಿಷ ನಡೆಯಲು ಅಥವಾ ಕಾಲನ್ನು ಎತ್ತರಕ್ಕೆ ಇಟ್ಟು ಕುಳಿತುಕೊಳ್ಳಲು ತಿಳಿಸಿ.',
          daysAgo: 58,
        },
      ],
      history: [
        {
          daysAgo: 271,
          patientName: 'ಪಾರ್ವತಿ ಗುನಗಾ',
          treatmentDescription: 'Blue light, four weeks; cramps as before.',
          treatmentDescriptionKn: 'ನೀಲಿ ಬೆಳಕು, ನಾಲ್ಕು ವಾರ; ಸೆಳೆತ ಹಾಗೆಯೇ ಇದೆ.',
          outcome: 'No Effect',
          ...practitioners.gowda,
        },
        {
          daysAgo: 97,
          patientName: 'Nagaratna Shetty',
          treatmentDescription: 'Blue light with stockings; legs feel lighter in the evening.',
          treatmentDescriptionKn: 'ಕಾಲುಚೀಲಗಳ ಜೊತೆಗೆ ನೀಲಿ ಬೆಳಕು; ಸಂಜೆ ಕಾಲುಗಳು ಹಗುರವೆನಿಸುತ್ತವೆ.',
          outcome: 'Partial Relief',
          ...practitioners.kamath,
        },
        {
          daysAgo: 36,
          patientName: 'Nagaratna Shetty',
          treatmentDescription:
            'Stockings and walking every day, blue light for rest; fewer cramps at night.',
          treatmentDescriptionKn: 'ದಿನವೂ ಕಾಲುಚೀಲ ಮತ್ತು ನಡಿಗೆ, ವಿಶ್ರಾಂತಿಗಾಗಿ ನೀಲಿ ಬೆಳಕು; ರಾತ್ರಿ ಸೆಳೆತ ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.kamath,
        },
      ],
    },
  },
];
