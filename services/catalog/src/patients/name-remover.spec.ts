import { expect, it } from 'vitest';
import { nameRemover } from './name-remover.js';

it.each([
  [['Om'], 'Symptom: om, OM. Om’s omen', 'Symptom: •, •. •’s omen'],
  [['Ravi Kumar'], 'ravi\n KUMAR and Ravi Kumaran', '• and Ravi Kumaran'],
  [['Ravi', 'Ravi Kumar'], 'Ravi Kumar, Ravi', '•, •'],
  [['José'], 'JOSE\u0301, Joséphine', '•, Joséphine'],
  [["D'Souza", 'ರಾಜ್ಕುಮಾರ್ ೧'], 'D’Souza ರಾಜ್\u200cಕುಮಾರ್\u00a01', '• •'],
  [['12'], '12 of 120', '• of 120'],
  [['ರವಿ'], 'ರವಿಗೆ ನೀಡಿದೆ, ಭಾರವಿಲ್ಲ', '•ಗೆ ನೀಡಿದೆ, ಭಾರವಿಲ್ಲ'],
  [['A. (B)'], 'A. (B) came', '• came'],
  [['', ' '], 'Green light', 'Green light'],
])('a name in a text %j is removed from whole words', (names, text, expected) => {
  expect(nameRemover(names)(text)).toBe(expected);
});
