export type Language = 'en' | 'kn';

/** Each language's name in its own script. */
export const languageNames: Record<Language, string> = { en: 'English', kn: 'ಕನ್ನಡ' };

/** The texts of the payment page. */
const en = {
  title: 'Test payment',
  notice: 'This is a test payment. No real money is taken.',
  simulatorHint: 'During testing, this page replaces PayPal’s checkout page.',
  purchase: 'Purchase',
  amount: 'Amount',
  email: 'Payer’s email address',
  emailHint: 'Any address will do; nothing is sent to it.',
  emailError: 'Enter a valid email address.',
  pay: 'Approve the payment',
  others: 'Try other outcomes',
  decline: 'Approve, but the bank declines',
  pending: 'Approve, held for review',
  cancel: 'Cancel and go back',
  paid: 'This payment has already been made.',
  unknown: 'Payment not found.',
  back: 'Return to the website',
  upiTitle: 'Test payment by UPI',
  upiHint: 'During testing, this page replaces Razorpay’s payment page.',
  upiId: 'UPI ID',
  upiIdHint: 'Any ID will do; no request is sent to it.',
  upiError: 'Enter a UPI ID such as name@bank.',
  upiPay: 'Pay by UPI',
  upiDecline: 'The bank declines',
  upiPending: 'The bank has not answered yet',
  failed: 'The payment failed. No money was taken; you can try again.',
  expired: 'This payment link has expired.',
};

const kn: typeof en = {
  title: 'ಪರೀಕ್ಷಾ ಪಾವತಿ',
  notice: 'ಇದು ಪರೀಕ್ಷಾ ಪಾವತಿ. ನಿಜವಾದ ಹಣ ಕಡಿತವಾಗುವುದಿಲ್ಲ.',
  simulatorHint: 'ಪರೀಕ್ಷೆಯ ಅವಧಿಯಲ್ಲಿ PayPal ಪುಟದ ಬದಲು ಈ ಪುಟ ಕಾಣುತ್ತದೆ.',
  purchase: 'ಖರೀದಿ',
  amount: 'ಮೊತ್ತ',
  email: 'ಪಾವತಿಸುವವರ ಇಮೇಲ್ ವಿಳಾಸ',
  emailHint: 'ಯಾವ ವಿಳಾಸವಾದರೂ ಆಗುತ್ತದೆ; ಅದಕ್ಕೆ ಏನನ್ನೂ ಕಳುಹಿಸುವುದಿಲ್ಲ.',
  emailError: 'ಸರಿಯಾದ ಇಮೇಲ್ ವಿಳಾಸ ಬರೆಯಿರಿ.',
  pay: 'ಪಾವತಿಯನ್ನು ಅನುಮೋದಿಸಿ',
  others: 'ಬೇರೆ ಫಲಿತಾಂಶಗಳನ್ನು ಪರೀಕ್ಷಿಸಿ',
  decline: 'ಅನುಮೋದಿಸಿ; ಬ್ಯಾಂಕ್ ನಿರಾಕರಿಸಿದಂತೆ ಪರೀಕ್ಷಿಸಿ',
  pending: 'ಅನುಮೋದಿಸಿ; ಪಾವತಿ ಪರಿಶೀಲನೆಯಲ್ಲಿರುವಂತೆ ಪರೀಕ್ಷಿಸಿ',
  cancel: 'ರದ್ದುಮಾಡಿ ಹಿಂತಿರುಗಿ',
  paid: 'ಈ ಪಾವತಿ ಈಗಾಗಲೇ ಪೂರ್ಣಗೊಂಡಿದೆ.',
  unknown: 'ಈ ಪಾವತಿಯ ವಿವರ ಸಿಗಲಿಲ್ಲ.',
  back: 'ಜಾಲತಾಣಕ್ಕೆ ಹಿಂತಿರುಗಿ',
  upiTitle: 'UPI ಮೂಲಕ ಪರೀಕ್ಷಾ ಪಾವತಿ',
  upiHint: 'ಪರೀಕ್ಷೆಯ ಅವಧಿಯಲ್ಲಿ Razorpay ಪುಟದ ಬದಲು ಈ ಪುಟ ಕಾಣುತ್ತದೆ.',
  upiId: 'UPI ಐಡಿ',
  upiIdHint: 'ಯಾವ ಐಡಿಯಾದರೂ ಆಗುತ್ತದೆ; ಅದಕ್ಕೆ ಯಾವ ಕೋರಿಕೆಯನ್ನೂ ಕಳುಹಿಸುವುದಿಲ್ಲ.',
  upiError: 'name@bank ರೀತಿಯ UPI ಐಡಿ ಬರೆಯಿರಿ.',
  upiPay: 'UPI ಮೂಲಕ ಪಾವತಿಸಿ',
  upiDecline: 'ಬ್ಯಾಂಕ್ ನಿರಾಕರಿಸಿದಂತೆ ಪರೀಕ್ಷಿಸಿ',
  upiPending: 'ಬ್ಯಾಂಕ್ ಇನ್ನೂ ಉತ್ತರಿಸದಂತೆ ಪರೀಕ್ಷಿಸಿ',
  failed: 'ಪಾವತಿ ವಿಫಲವಾಗಿದೆ. ಹಣ ಕಡಿತವಾಗಿಲ್ಲ; ಮತ್ತೆ ಪ್ರಯತ್ನಿಸಬಹುದು.',
  expired: 'ಈ ಪಾವತಿ ಲಿಂಕ್‌ನ ಅವಧಿ ಮುಗಿದಿದೆ.',
};

export const texts = { en, kn };
