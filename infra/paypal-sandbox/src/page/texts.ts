export type Language = 'en' | 'kn';

/** Each language's name in its own script. */
export const languageNames: Record<Language, string> = { en: 'English', kn: 'ಕನ್ನಡ' };

/** The texts of the payment page. */
const en = {
  title: 'Test payment',
  notice: 'This is a test payment. No real money is taken.',
  simulatorHint: 'This page stands where PayPal’s page will be.',
  purchase: 'Purchase',
  amount: 'Amount',
  email: 'E-mail address of the payer',
  emailHint: 'Any address will do; nothing is sent to it.',
  emailError: 'This is not a valid e-mail address.',
  pay: 'Approve the payment',
  others: 'Try other outcomes',
  decline: 'Approve, but the bank declines',
  pending: 'Approve, held for review',
  cancel: 'Cancel and go back',
  paid: 'This has been paid already.',
  unknown: 'This payment is not known here.',
  back: 'Go back to the shop',
};

const kn: typeof en = {
  title: 'ಪರೀಕ್ಷಾ ಪಾವತಿ',
  notice: 'ಇದು ಪರೀಕ್ಷಾ ಪಾವತಿ. ನಿಜವಾದ ಹಣ ಕಡಿತವಾಗುವುದಿಲ್ಲ.',
  simulatorHint: 'ಇಲ್ಲಿ ಮುಂದೆ PayPal ಪುಟ ಬರುತ್ತದೆ; ಈಗ ಅದರ ಬದಲಿಗೆ ಈ ಪುಟವಿದೆ.',
  purchase: 'ಖರೀದಿ',
  amount: 'ಮೊತ್ತ',
  email: 'ಪಾವತಿಸುವವರ ಇಮೇಲ್ ವಿಳಾಸ',
  emailHint: 'ಯಾವ ವಿಳಾಸವಾದರೂ ಆಗುತ್ತದೆ; ಅದಕ್ಕೆ ಏನನ್ನೂ ಕಳುಹಿಸುವುದಿಲ್ಲ.',
  emailError: 'ಇಮೇಲ್ ವಿಳಾಸ ಸರಿಯಾಗಿಲ್ಲ.',
  pay: 'ಪಾವತಿಗೆ ಒಪ್ಪಿಗೆ ನೀಡಿ',
  others: 'ಬೇರೆ ಫಲಿತಾಂಶಗಳನ್ನು ಪರೀಕ್ಷಿಸಿ',
  decline: 'ಒಪ್ಪಿಗೆ ನೀಡಿ, ಆದರೆ ಬ್ಯಾಂಕ್ ನಿರಾಕರಿಸಲಿ',
  pending: 'ಒಪ್ಪಿಗೆ ನೀಡಿ, ಆದರೆ ಪರಿಶೀಲನೆಗಾಗಿ ತಡೆಹಿಡಿಯಲಿ',
  cancel: 'ರದ್ದುಮಾಡಿ ಹಿಂತಿರುಗಿ',
  paid: 'ಈ ಪಾವತಿ ಈಗಾಗಲೇ ಆಗಿದೆ.',
  unknown: 'ಈ ಪಾವತಿಯ ವಿವರ ಇಲ್ಲಿ ಸಿಗಲಿಲ್ಲ.',
  back: 'ಹಿಂದಿನ ತಾಣಕ್ಕೆ ಹಿಂತಿರುಗಿ',
};

export const texts = { en, kn };
