import { expect, it } from 'vitest';
import texts from './texts.json' with { type: 'json' };

const textsIn = (value: object | string): string[] =>
  typeof value === 'string' ? [value] : Object.values(value).flatMap(textsIn);

it.each(textsIn(texts.kn))('a text of the page is Kannada in Kannada: %s', (text) => {
  expect(text).toMatch(/[\u0C80-\u0CFF]/);
  expect(text).toBe(text.normalize('NFC'));
  expect(text.replace(/PayPal|Razorpay|UPI|name@bank/g, '')).not.toMatch(/[A-Za-z]/);
});

it('texts of the page are English in English', () => {
  expect(textsIn(texts.en).join()).not.toMatch(/[\u0C80-\u0CFF]/);
});
