import { paragraphs, practitioners } from './texts.js';
import type { SampleDisease } from './types.js';

export const mentalHealth: readonly SampleDisease[] = [
  {
    key: 'depression',
    nameEn: 'Depression',
    nameKn: 'ಖಿನ್ನತೆ',
    category: 'Mental Health',
    codes: [{ system: 'ICD-10', code: 'F32' }],
    notes: paragraphs(
      'Low mood, loss of interest and exhaustion for two weeks or more. Thoughts of suicide need help at once: stay with the person and call Tele-MANAS, 14416; if life is in danger, call 108 or 112.',
      'ಎರಡು ವಾರ ಅಥವಾ ಅದಕ್ಕಿಂತ ಹೆಚ್ಚು ಕಾಲ ಮನಸ್ಸು ಕುಗ್ಗಿರುವುದು, ಯಾವುದರಲ್ಲೂ ಆಸಕ್ತಿ ಇಲ್ಲದಿರುವುದು ಮತ್ತು ತೀವ್ರ ಬಳಲಿಕೆ ಇದರ ಲಕ್ಷಣಗಳು. ಆತ್ಮಹತ್ಯೆಯ ಯೋಚನೆ ಇದ್ದರೆ ತಕ್ಷಣ ನೆರವು ಬೇಕು: ಆ ವ್ಯಕ್ತಿಯನ್ನು ಒಂಟಿಯಾಗಿ ಬಿಡಬೇಡಿ, ಟೆಲಿ-ಮಾನಸ್ 14416ಕ್ಕೆ ಕರೆ ಮಾಡಿ; ಪ್ರಾಣಾಪಾಯವಿದ್ದರೆ 108 ಅಥವಾ 112ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Soft yellow room light as a calm start to the morning, with a fixed time for getting up and a short walk, alongside the physician's treatment and talking therapy.",
        "Medicines for depression are never stopped or reduced without the physician. In patients with a history of bipolar disorder, light can trigger mania: only with the psychiatrist's consent.",
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆ ಮತ್ತು ಆಪ್ತಸಮಾಲೋಚನೆಯ ಜೊತೆಗೆ, ಬೆಳಗನ್ನು ನೆಮ್ಮದಿಯಿಂದ ಆರಂಭಿಸಲು ಕೋಣೆಯಲ್ಲಿ ಮೃದುವಾದ ಹಳದಿ ಬೆಳಕು ನೀಡಿ; ಏಳಲು ನಿಗದಿತ ಸಮಯ ಮತ್ತು ಸ್ವಲ್ಪ ದೂರದ ನಡಿಗೆಯೂ ಇರಲಿ.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಖಿನ್ನತೆಯ ಔಷಧಗಳನ್ನು ಎಂದಿಗೂ ಕಡಿಮೆ ಮಾಡಬಾರದು, ನಿಲ್ಲಿಸಬಾರದು. ಹಿಂದೆ ಬೈಪೋಲಾರ್ ಕಾಯಿಲೆ ಇದ್ದವರಲ್ಲಿ ಬೆಳಕಿನಿಂದ ಉನ್ಮಾದ (ಅತಿಯಾದ ಉತ್ಸಾಹ) ಕೆರಳಬಹುದು: ಮನೋವೈದ್ಯರ ಒಪ್ಪಿಗೆ ಇದ್ದರೆ ಮಾತ್ರ ನೀಡಿ.',
      ),
      protocols: [
        {
          color: 'yellow',
          applicationArea: 'Room light, sitting',
          applicationAreaKn: 'ಕುಳಿತ ಸ್ಥಿತಿಯಲ್ಲಿ ಕೋಣೆಯ ಬೆಳಕು',
          duration: '20 minutes',
          durationKn: '20 ನಿಮಿಷ',
          frequency: 'Once a day, morning',
          frequencyKn: 'ದಿನಕ್ಕೊಮ್ಮೆ, ಬೆಳಿಗ್ಗೆ',
        },
        {
          color: 'orange',
          applicationArea: 'Upper abdomen',
          applicationAreaKn: 'ಹೊಟ್ಟೆಯ ಮೇಲ್ಭಾಗ',
          duration: '10 minutes',
          durationKn: '10 ನಿಮಿಷ',
          frequency: 'Twice a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಎರಡು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Ask directly',
          titleKn: 'ನೇರವಾಗಿ ಕೇಳಿ',
          content:
            'Asking about thoughts of suicide does no harm. Before the session, note how to reach the psychiatrist on duty.',
          contentKn:
            'ಆತ್ಮಹತ್ಯೆಯ ಯೋಚನೆಗಳ ಬಗ್ಗೆ ಕೇಳುವುದರಿಂದ ಹಾನಿಯಿಲ್ಲ. ಕರ್ತವ್ಯದಲ್ಲಿರುವ ಮನೋವೈದ್ಯರನ್ನು ಸಂಪರ್ಕಿಸುವುದು ಹೇಗೆ ಎಂದು ಮೊದಲೇ ಬರೆದಿಟ್ಟುಕೊಳ್ಳಿ.',
          daysAgo: 175,
        },
        {
          title: 'For the family',
          titleKn: 'ಕುಟುಂಬದವರಿಗೆ',
          content: 'Staying and listening helps more than saying ‘be brave’.',
          contentKn: '‘ಧೈರ್ಯವಾಗಿರಿ’ ಎಂದು ಹೇಳುವುದಕ್ಕಿಂತ ಜೊತೆಗಿದ್ದು ಕೇಳಿಸಿಕೊಳ್ಳುವುದು ಹೆಚ್ಚು ನೆರವಾಗುತ್ತದೆ.',
          daysAgo: 48,
        },
      ],
      history: [
        {
          daysAgo: 234,
          patientName: 'Harish Salian',
          treatmentDescription:
            'First visit with the letter of the psychiatrist; mood score 3 of 10.',
          treatmentDescriptionKn: 'ಮನೋವೈದ್ಯರ ಪತ್ರದೊಂದಿಗೆ ಮೊದಲ ಭೇಟಿ; ಮನಸ್ಥಿತಿಯ ಅಂಕ 10ರಲ್ಲಿ 3.',
          outcome: 'Baseline',
          ...practitioners.joshi,
        },
        {
          daysAgo: 173,
          patientName: 'Harish Salian',
          treatmentDescription:
            'A walk every day, yellow light in the morning; gets up before eight.',
          treatmentDescriptionKn: 'ದಿನವೂ ನಡಿಗೆ, ಬೆಳಿಗ್ಗೆ ಹಳದಿ ಬೆಳಕು; ಎಂಟು ಗಂಟೆಗೆ ಮೊದಲು ಏಳುತ್ತಾರೆ.',
          outcome: 'Improved',
          ...practitioners.joshi,
        },
        {
          daysAgo: 79,
          patientName: 'Usha Kiran',
          treatmentDescription: 'Mood lower than last week; seen by the psychiatrist the same day.',
          treatmentDescriptionKn: 'ಮನಸ್ಸು ಕಳೆದ ವಾರಕ್ಕಿಂತ ಹೆಚ್ಚು ಕುಗ್ಗಿದೆ; ಅದೇ ದಿನ ಮನೋವೈದ್ಯರು ನೋಡಿದ್ದಾರೆ.',
          outcome: 'Worsened',
          ...practitioners.kamath,
        },
        {
          daysAgo: 27,
          patientName: 'Usha Kiran',
          treatmentDescription:
            'New medicine from the psychiatrist, yellow light resumed; sleeps and eats regularly.',
          treatmentDescriptionKn: 'ಮನೋವೈದ್ಯರ ಹೊಸ ಔಷಧ, ಮತ್ತೆ ಹಳದಿ ಬೆಳಕು; ನಿದ್ರೆ ಮತ್ತು ಊಟ ನಿಯಮಿತವಾಗಿದೆ.',
          outcome: 'Effective',
          ...practitioners.kamath,
        },
      ],
    },
  },
  {
    key: 'anxiety-disorder',
    nameEn: 'Anxiety Disorder',
    nameKn: 'ಆತಂಕದ ಅಸ್ವಸ್ಥತೆ',
    category: 'Mental Health',
    codes: [{ system: 'ICD-10', code: 'F41' }],
    notes: paragraphs(
      'Worry that cannot be switched off, with tension, palpitations, poor sleep and sometimes panic attacks. Thyroid and heart disease can look the same, so a physician examines first.',
      'ತಡೆಯಲಾಗದ ಚಿಂತೆ, ಜೊತೆಗೆ ಮೈ ಬಿಗಿತ, ಎದೆಬಡಿತ ಹೆಚ್ಚುವುದು, ನಿದ್ರೆಯ ಕೊರತೆ ಮತ್ತು ಕೆಲವೊಮ್ಮೆ ಹಠಾತ್ ಭೀತಿ ಇದರ ಲಕ್ಷಣಗಳು. ಥೈರಾಯ್ಡ್ ಮತ್ತು ಹೃದಯದ ತೊಂದರೆಗಳಲ್ಲೂ ಹೀಗೆಯೇ ಆಗಬಹುದು; ಆದ್ದರಿಂದ ಮೊದಲು ವೈದ್ಯರ ತಪಾಸಣೆ ಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Turquoise or blue room light with slow breathing out, alongside the physician's treatment. The door stays unlocked and the patient may stop at any time.",
        'Calming tablets are not reduced or stopped without the physician. If a panic attack comes, switch to ordinary light and breathe together. New chest pain or fainting is not put down to panic: call 108.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಉಸಿರನ್ನು ನಿಧಾನವಾಗಿ ಹೊರಬಿಡುವ ಅಭ್ಯಾಸ ಮಾಡಿಸುತ್ತ ಕೋಣೆಯಲ್ಲಿ ಹಸಿರುನೀಲಿ ಅಥವಾ ನೀಲಿ ಬೆಳಕು ನೀಡಿ. ಬಾಗಿಲಿಗೆ ಚಿಲಕ ಹಾಕಬೇಡಿ; ರೋಗಿ ಯಾವಾಗ ಬೇಕಾದರೂ ನಿಲ್ಲಿಸಬಹುದು.',
        'ವೈದ್ಯರನ್ನು ಕೇಳದೆ ಆತಂಕದ ಮಾತ್ರೆಗಳನ್ನು ಕಡಿಮೆ ಮಾಡಬಾರದು, ನಿಲ್ಲಿಸಬಾರದು. ಹಠಾತ್ ಭೀತಿ ಉಂಟಾದರೆ ಸಾಮಾನ್ಯ ದೀಪ ಹಾಕಿ, ರೋಗಿಯ ಜೊತೆಗೇ ನಿಧಾನವಾಗಿ ಉಸಿರಾಡಿ. ಹೊಸದಾಗಿ ಎದೆನೋವು ಬಂದರೆ ಅಥವಾ ಪ್ರಜ್ಞೆ ತಪ್ಪಿದರೆ ಅದನ್ನು ಭೀತಿ ಎಂದುಕೊಳ್ಳದೆ 108ಕ್ಕೆ ಕರೆ ಮಾಡಿ.',
      ),
      protocols: [
        {
          color: 'turquoise',
          applicationArea: 'Room light, reclining',
          applicationAreaKn: 'ಒರಗಿದ ಸ್ಥಿತಿಯಲ್ಲಿ ಕೋಣೆಯ ಬೆಳಕು',
          duration: '15 minutes',
          durationKn: '15 ನಿಮಿಷ',
          frequency: 'Three times a week',
          frequencyKn: 'ವಾರಕ್ಕೆ ಮೂರು ಬಾರಿ',
        },
      ],
      notes: [
        {
          title: 'Count the breath',
          titleKn: 'ಉಸಿರನ್ನು ಎಣಿಸಿ',
          content: 'In for four, out for six. The patient counts aloud first, then silently.',
          contentKn: 'ನಾಲ್ಕು ಎಣಿಸುತ್ತ ಒಳಕ್ಕೆ, ಆರು ಎಣಿಸುತ್ತ ಹೊರಕ್ಕೆ. ರೋಗಿ ಮೊದಲು ಜೋರಾಗಿ, ನಂತರ ಮನಸ್ಸಿನಲ್ಲೇ ಎಣಿಸಲಿ.',
          daysAgo: 29,
        },
      ],
      history: [
        {
          daysAgo: 146,
          patientName: 'Tejaswini Raj',
          treatmentDescription:
            'Breathing exercises, turquoise light for calm; travels by bus again.',
          treatmentDescriptionKn: 'ಉಸಿರಾಟದ ಅಭ್ಯಾಸ, ನೆಮ್ಮದಿಗಾಗಿ ಹಸಿರುನೀಲಿ ಬೆಳಕು; ಮತ್ತೆ ಬಸ್ಸಿನಲ್ಲಿ ಓಡಾಡುತ್ತಾರೆ.',
          outcome: 'Improved',
          ...practitioners.nadig,
        },
        {
          daysAgo: 53,
          patientName: 'Yashwanth Gowda',
          treatmentDescription:
            'Counseling, with blue light for calm, eight sessions; no panic attack for a month.',
          treatmentDescriptionKn:
            'ಆಪ್ತಸಮಾಲೋಚನೆ, ನೆಮ್ಮದಿಗಾಗಿ ಎಂಟು ಬಾರಿ ನೀಲಿ ಬೆಳಕು; ಒಂದು ತಿಂಗಳಿಂದ ಹಠಾತ್ ಭೀತಿ ಉಂಟಾಗಿಲ್ಲ.',
          outcome: 'Effective',
          ...practitioners.patil,
        },
        {
          daysAgo: 13,
          patientName: 'ಶೈಲಜಾ ಹೆಗಡೆ',
          treatmentDescription:
            'Breathing exercises, turquoise light for calm; fewer palpitations.',
          treatmentDescriptionKn: 'ಉಸಿರಾಟದ ಅಭ್ಯಾಸ, ನೆಮ್ಮದಿಗಾಗಿ ಹಸಿರುನೀಲಿ ಬೆಳಕು; ಎದೆ ಹೊಡೆದುಕೊಳ್ಳುವುದು ಕಡಿಮೆಯಾಗಿದೆ.',
          outcome: 'Improved',
          ...practitioners.gowda,
        },
      ],
    },
  },
  {
    key: 'insomnia',
    nameEn: 'Insomnia',
    nameKn: 'ನಿದ್ರಾಹೀನತೆ',
    category: 'Mental Health',
    codes: [{ system: 'ICD-10', code: 'G47.0' }],
    notes: paragraphs(
      'Trouble falling or staying asleep at least three nights a week, with tiredness by day. Loud snoring with pauses in breathing is a sign of another disease and should be examined.',
      'ವಾರದಲ್ಲಿ ಕನಿಷ್ಠ ಮೂರು ರಾತ್ರಿ ನಿದ್ರೆ ಬಾರದಿರುವುದು ಅಥವಾ ನಡುವೆ ಎಚ್ಚರವಾಗುವುದು, ಹಗಲಿನಲ್ಲಿ ಆಯಾಸ ಕಾಡುವುದು ಇದರ ಲಕ್ಷಣಗಳು. ಜೋರಾದ ಗೊರಕೆ ಮತ್ತು ನಡುನಡುವೆ ಉಸಿರು ನಿಲ್ಲುವುದು ಬೇರೆ ರೋಗದ ಲಕ್ಷಣ; ತಪಾಸಣೆ ಮಾಡಿಸಬೇಕು.',
    ),
    treatment: {
      descriptionEn: paragraphs(
        "Dim red or orange light for the last half hour before bed replaces bright lamps and screens, alongside the physician's treatment. Blue and white light are avoided in the evening.",
        'Sleeping tablets are tapered only as the physician directs. Anyone whom a session has made drowsy does not drive or work with machines straight after it.',
      ),
      descriptionKn: paragraphs(
        'ವೈದ್ಯರ ಚಿಕಿತ್ಸೆಯ ಜೊತೆಗೆ, ಮಲಗುವ ಮುಂಚಿನ ಅರ್ಧ ಗಂಟೆ ಪ್ರಖರ ದೀಪ, ಮೊಬೈಲ್ ಮತ್ತು ಟಿವಿಯ ಬದಲು ಮಂದ ಕೆಂಪು ಅಥವಾ ಕಿತ್ತಳೆ ಬೆಳಕು ಇರಲಿ. ಸಂಜೆಯ ನಂತರ ನೀಲಿ ಮತ್ತು ಬಿಳಿ ಬೆಳಕು ಬೇಡ.',
        'ನಿದ್ರೆಯ ಮಾತ್ರೆಗಳನ್ನು ವೈದ್ಯರು ಹೇಳಿದಂತೆ ಮಾತ್ರ ಹಂತಹಂತವಾಗಿ ಕಡಿಮೆ ಮಾಡಬೇಕು. ತೂಕಡಿಕೆ ಬಂದವರು ಚಿಕಿತ್ಸೆ ಮುಗಿದ ಕೂಡಲೇ ವಾಹನ ಚಲಾಯಿಸಬಾರದು, ಯಂತ್ರಗಳಲ್ಲಿ ಕೆಲಸ ಮಾಡಬಾರದು.',
      ),
      protocols: [
        {
          color: 'red',
          applicationArea: 'Dim bedside light',
          applicationAreaKn: 'ಹಾಸಿಗೆಯ ಪಕ್ಕದ ಮಂದ ಬೆಳಕು',
          duration: '30 minutes',
          durationKn: '30 ನಿಮಿಷ',
          frequency: 'Every night before sleep',
          frequencyKn: 'ಪ್ರತಿ ರಾತ್ರಿ ಮಲಗುವ ಮುಂಚೆ',
        },
      ],
      notes: [
        {
          title: 'Sleep diary',
          titleKn: 'ನಿದ್ರೆಯ ದಿನಚರಿ',
          content:
            'Times of going to bed and getting up, naps, coffee, tea: ask the patient to write them down for two weeks.',
          contentKn: 'ಮಲಗಿದ ಮತ್ತು ಎದ್ದ ಸಮಯ, ಹಗಲಿನ ನಿದ್ರೆ, ಕಾಫಿ, ಚಹಾ: ಎರಡು ವಾರ ಬರೆದಿಡಲು ತಿಳಿಸಿ.',
          daysAgo: 98,
        },
      ],
      history: [
        {
          daysAgo: 332,
          patientName: 'Padmanabha Bhat',
          treatmentDescription:
            'Fixed bedtime, no screens after nine, dim red light; sleeps through the night.',
          treatmentDescriptionKn:
            'ಮಲಗಲು ನಿಗದಿತ ಸಮಯ, ಒಂಬತ್ತರ ನಂತರ ಮೊಬೈಲ್, ಟಿವಿ ಇಲ್ಲ, ಮಂದ ಕೆಂಪು ಬೆಳಕು; ರಾತ್ರಿಯಿಡೀ ನಿದ್ರೆ ಬರುತ್ತಿದೆ.',
          outcome: 'Resolved',
          ...practitioners.kamath,
        },
        {
          daysAgo: 100,
          patientName: 'Roopa Chavan',
          treatmentDescription:
            'Fixed bedtime, orange bedside light; falls asleep in 30 minutes instead of 90.',
          treatmentDescriptionKn:
            'ಮಲಗಲು ನಿಗದಿತ ಸಮಯ, ಹಾಸಿಗೆಯ ಪಕ್ಕ ಕಿತ್ತಳೆ ಬೆಳಕು; 90 ನಿಮಿಷದ ಬದಲು 30 ನಿಮಿಷದಲ್ಲಿ ನಿದ್ರೆ ಬರುತ್ತಿದೆ.',
          outcome: 'Improved',
          ...practitioners.joshi,
        },
        {
          daysAgo: 34,
          patientName: 'Siddappa Biradar',
          treatmentDescription: 'Works night shifts; two weeks of red light, no change.',
          treatmentDescriptionKn: 'ರಾತ್ರಿ ಪಾಳಿಯ ಕೆಲಸ; ಎರಡು ವಾರ ಕೆಂಪು ಬೆಳಕು, ಬದಲಾವಣೆ ಇಲ್ಲ.',
          outcome: 'No Effect',
          ...practitioners.patil,
        },
        {
          daysAgo: 6,
          patientName: 'Roopa Chavan',
          treatmentDescription: 'Bedside light continued, no coffee after noon.',
          treatmentDescriptionKn: 'ಹಾಸಿಗೆಯ ಪಕ್ಕದ ಬೆಳಕು ಮುಂದುವರಿದಿದೆ; ಮಧ್ಯಾಹ್ನದ ನಂತರ ಕಾಫಿ ಇಲ್ಲ.',
          outcome: 'Ongoing',
          ...practitioners.joshi,
        },
      ],
    },
  },
];
