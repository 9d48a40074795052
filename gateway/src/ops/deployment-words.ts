import type { DeploymentDetail, DeploymentFault, DeploymentStage, Locale } from '@ctdb/contracts';
import { findingWords } from './dns-words.js';

interface Words {
  readonly stages: Readonly<Record<DeploymentStage, string>>;
  readonly faults: Readonly<Record<DeploymentFault, string>>;
  readonly unverified: string;
  readonly rolledBack: string;
}

const languages: Readonly<Record<Locale, Words>> = {
  en: {
    stages: {
      preparing: 'Preparing the deployment.',
      building: 'Building the application with its database of diseases.',
      deploying: 'Storing and checking the release, and making it live.',
      dns_checking: 'Checking the DNS of the domain.',
      ssl_setup: 'Checking the certificate of the domain.',
      completed: 'The release is live.',
      failed: 'The deployment failed.',
    },
    faults: {
      buildFailed:
        'The build ended with an error. The build log says which. What was live is live still.',
      interrupted:
        'The deployment was cut off and could not be finished. What was live before is live. Start it again.',
      publishFailed:
        'The release could not be stored. Look whether the object storage works, and start again.',
      smokeFailed: 'The release did not pass its check, so it was not made live.',
      switchLost: 'Another release was made live meanwhile, so this one was not.',
      probeFailed:
        'The live address did not answer with the release, so the one before is live again.',
      releaseGone: 'The release is no longer whole, so it cannot be gone back to.',
      tooLong: 'The deployment took too long and was given up. What was live before is live.',
      internal: 'Something unexpected went wrong. What was live before is live.',
    },
    unverified:
      'The release is live. The domain is not ready yet: DNS changes take 24-48 hours to spread. Verify it later.',
    rolledBack: 'The earlier release is live again.',
  },
  kn: {
    stages: {
      preparing: 'ನಿಯೋಜನೆಗೆ ಸಿದ್ಧತೆ ನಡೆಯುತ್ತಿದೆ.',
      building: 'ರೋಗಗಳ ದತ್ತಸಂಚಯದೊಂದಿಗೆ ಅಪ್ಲಿಕೇಶನ್ ನಿರ್ಮಿಸಲಾಗುತ್ತಿದೆ.',
      deploying: 'ಹೊಸ ಆವೃತ್ತಿಯನ್ನು ಸಂಗ್ರಹಿಸಿ, ಪರಿಶೀಲಿಸಿ, ಬಳಕೆಗೆ ತರಲಾಗುತ್ತಿದೆ.',
      dns_checking: 'ಡೊಮೇನ್‌ನ DNS ಪರೀಕ್ಷಿಸಲಾಗುತ್ತಿದೆ.',
      ssl_setup: 'ಡೊಮೇನ್‌ನ ಪ್ರಮಾಣಪತ್ರವನ್ನು ಪರೀಕ್ಷಿಸಲಾಗುತ್ತಿದೆ.',
      completed: 'ಹೊಸ ಆವೃತ್ತಿ ಬಳಕೆಯಲ್ಲಿದೆ.',
      failed: 'ನಿಯೋಜನೆ ವಿಫಲವಾಗಿದೆ.',
    },
    faults: {
      buildFailed: 'ನಿರ್ಮಾಣ ದೋಷದಿಂದ ನಿಂತಿತು. ಯಾವ ದೋಷವೆಂದು ನಿರ್ಮಾಣದ ದಾಖಲೆಯಲ್ಲಿದೆ. ಹಿಂದಿನ ಆವೃತ್ತಿಯೇ ಬಳಕೆಯಲ್ಲಿದೆ.',
      interrupted: 'ನಿಯೋಜನೆ ಮಧ್ಯದಲ್ಲಿ ನಿಂತಿತು, ಮುಗಿಸಲು ಆಗಲಿಲ್ಲ. ಹಿಂದಿನ ಆವೃತ್ತಿಯೇ ಬಳಕೆಯಲ್ಲಿದೆ. ಮತ್ತೆ ಪ್ರಾರಂಭಿಸಿ.',
      publishFailed: 'ಹೊಸ ಆವೃತ್ತಿಯನ್ನು ಸಂಗ್ರಹಿಸಲು ಆಗಲಿಲ್ಲ. ಸಂಗ್ರಹಣಾ ಸರ್ವರ್ ಕೆಲಸ ಮಾಡುತ್ತಿದೆಯೇ ನೋಡಿ, ಮತ್ತೆ ಪ್ರಾರಂಭಿಸಿ.',
      smokeFailed: 'ಹೊಸ ಆವೃತ್ತಿ ಪರಿಶೀಲನೆಯಲ್ಲಿ ಉತ್ತೀರ್ಣವಾಗಲಿಲ್ಲ, ಆದ್ದರಿಂದ ಬಳಕೆಗೆ ತರಲಿಲ್ಲ.',
      switchLost: 'ಅಷ್ಟರಲ್ಲಿ ಬೇರೆ ಆವೃತ್ತಿ ಬಳಕೆಗೆ ಬಂತು, ಆದ್ದರಿಂದ ಇದನ್ನು ತರಲಿಲ್ಲ.',
      probeFailed: 'ಜಾಲತಾಣದ ವಿಳಾಸದಲ್ಲಿ ಹೊಸ ಆವೃತ್ತಿ ಕಾಣಲಿಲ್ಲ, ಆದ್ದರಿಂದ ಹಿಂದಿನ ಆವೃತ್ತಿಯನ್ನೇ ಮತ್ತೆ ಬಳಕೆಗೆ ತರಲಾಗಿದೆ.',
      releaseGone: 'ಆ ಆವೃತ್ತಿ ಪೂರ್ಣವಾಗಿ ಉಳಿದಿಲ್ಲ, ಆದ್ದರಿಂದ ಅದಕ್ಕೆ ಹಿಂತಿರುಗಲು ಆಗುವುದಿಲ್ಲ.',
      tooLong: 'ನಿಯೋಜನೆಗೆ ತುಂಬಾ ಸಮಯ ಹಿಡಿಯಿತು, ಕೈಬಿಡಲಾಗಿದೆ. ಹಿಂದಿನ ಆವೃತ್ತಿಯೇ ಬಳಕೆಯಲ್ಲಿದೆ.',
      internal: 'ಅನಿರೀಕ್ಷಿತ ದೋಷ ಉಂಟಾಯಿತು. ಹಿಂದಿನ ಆವೃತ್ತಿಯೇ ಬಳಕೆಯಲ್ಲಿದೆ.',
    },
    unverified:
      'ಹೊಸ ಆವೃತ್ತಿ ಬಳಕೆಯಲ್ಲಿದೆ. ಡೊಮೇನ್ ಇನ್ನೂ ಸಿದ್ಧವಾಗಿಲ್ಲ: DNS ಬದಲಾವಣೆಗಳು ಎಲ್ಲೆಡೆ ತಲುಪಲು 24–48 ಗಂಟೆಗಳು ಬೇಕು. ನಂತರ ಪರಿಶೀಲಿಸಿ.',
    rolledBack: 'ಹಿಂದಿನ ಆವೃತ್ತಿ ಮತ್ತೆ ಬಳಕೆಯಲ್ಲಿದೆ.',
  },
};

/** How far a deployment is, in one sentence, and everything that is wrong with it. */
export const deploymentWords = (
  { stage, kind, fault, isUnverified, findings }: DeploymentDetail,
  locale: Locale,
): { message: string; errors: string[] } => {
  const { stages, faults, unverified, rolledBack } = languages[locale];
  const isOver = stage === 'completed';
  const whole = kind === 'rollback' ? rolledBack : stages.completed;
  const message = isOver ? (isUnverified ? unverified : whole) : stages[stage];
  const found = findingWords(findings, locale).errors;
  return { message, errors: [...(fault ? [faults[fault]] : []), ...found] };
};
