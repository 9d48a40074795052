import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';

describe("the page's words", () => {
  it.each(Object.entries(texts.kn))('are Kannada in Kannada: %s', (_key, text) => {
    expect(text).toMatch(/[\u0C80-\u0CFF]/);
    expect(text).toBe(text.normalize('NFC'));
    expect(text.replace(/PayPal|Razorpay|UPI|name@bank/g, '')).not.toMatch(/[A-Za-z]/);
  });

  it.each(Object.entries(texts.en))('are English in English: %s', (_key, text) => {
    expect(text).not.toMatch(/[\u0C80-\u0CFF]/);
  });
});
