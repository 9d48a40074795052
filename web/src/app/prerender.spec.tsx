import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { legalPages, locales, paymentMode } from '@ctdb/contracts';
import { samplePlaceholders, templatePlaceholders } from '@ctdb/contracts';
import { bilingualTexts } from '@/i18n/bilingual';
import { findLatinWords, readTexts } from '@/testing/text-checks';
import { prerenderSite } from './prerender';

let site: Awaited<ReturnType<typeof prerenderSite>>;
beforeAll(async () => {
  site = await prerenderSite();
});

const paid = ['hourly-access', 'subscribe', 'payment'].flatMap((name) =>
  paymentMode.options.map((mode) => `${name}.${mode}`),
);
const names = ['landing', 'admin-login', 'sample', 'not-found', ...legalPages, ...paid];

const templateOf = (language: string, name: string) => {
  const found = site.templates.find(({ path }) => path === `/pages/${language}/${name}.html`);
  if (!found) throw new Error(`no template ${name} in ${language}`);
  return found;
};

/** What the page says in its own language: texts and names of buttons, without the other language. */
const ownTexts = (html: string, other: string): string[] => {
  const own = html.replace(new RegExp(`<(\\w+)[^>]* lang="${other}"[^>]*>.*?</\\1>`, 'g'), '');
  const names = [...own.matchAll(/aria-label="([^"]*)"/g)].map(([, name = '']) => name);
  return [...own.split(/<[^>]*>/), ...names]
    .map((text) => text.replace(/%[A-Z_]+%/g, '').replace(/&#?\w+;/g, ' '))
    .filter((text) => text.trim() !== '');
};

it.each(locales.flatMap((language) => names.map((name) => [language, name] as const)))(
  '%s: %s is complete and runs nothing',
  (language, name) => {
    const { html, title, description } = templateOf(language, name);
    const other = language === 'kn' ? 'en' : 'kn';
    expect(html).toContain('<h1');
    expect(html).toContain(bilingualTexts.care.en);
    expect(html).toContain(bilingualTexts.care.kn);
    expect(html).toContain(
      templatePlaceholders[language === 'kn' ? 'productNameKn' : 'productNameEn'],
    );
    // The policy allows neither inline scripts nor styles; a hidden part would wait for a script.
    expect(html).not.toMatch(/<script|<style|<template| style=| on\w+=|<div hidden/);
    const head = [title, description].map((text) => text.replace(/%[A-Z_]+%/g, ''));
    const texts = [...ownTexts(html, other), ...head];
    if (language === 'kn') {
      const latin = findLatinWords(Object.fromEntries(texts.entries()));
      expect(latin.filter((found) => !/: (English|PRODUCT NAME KN)$/.test(found))).toEqual([]);
    } else expect(texts.join(' ').replaceAll('ಕನ್ನಡ', '')).not.toMatch(/\p{Script=Kannada}/u);
  },
);

it.each(locales)('%s: prices, samples and what a user says are left open', (language) => {
  for (const name of ['landing', 'hourly-access.live']) {
    const { html } = templateOf(language, name);
    expect(html).toMatch(/data-price="USD">[^/]*%PRICE_USD%/);
    expect(html).toMatch(/data-price="INR">[^/]*%PRICE_INR%/);
    expect(html).not.toMatch(/1234567|12,34,567|76,54,321|7654321/);
  }
  const { testimonialEn, testimonialKn, testimonialName } = templatePlaceholders;
  const { html } = templateOf(language, 'landing');
  expect(html).toContain(`>${language === 'kn' ? testimonialKn : testimonialEn}</blockquote>`);
  expect(html).toContain(`>${testimonialName}</figcaption>`);
  for (const name of samplePlaceholders.flatMap(({ nameEn, nameKn }) => [nameEn, nameKn]))
    expect(html).toContain(`>${name}</span>`);
});

it.each(locales)('%s: the pictures are in the language of the page', (language) => {
  const pictures = [...templateOf(language, 'landing').html.matchAll(/src="(\/pictures\/[^"]+)"/g)];
  expect(pictures.map(([, path]) => path)).toEqual(
    ['registry', 'treatment'].flatMap((view) =>
      ['light', 'dark'].map((theme) => `/pictures/${view}-${language}-${theme}.webp`),
    ),
  );
  for (const [, path = ''] of pictures)
    expect(existsSync(join(import.meta.dirname, '../../public', path))).toBe(true);
});

it.each(locales)('%s: a payment page says what its payment mode means', (language) => {
  const texts = readTexts(language)['checkout'] ?? {};
  const texted = (mode: string) => templateOf(language, `subscribe.${mode}`).html;
  expect(texted('test')).toContain(texts['test.text']);
  expect(texted('off')).toContain(texts['off']);
  expect(texted('live')).not.toContain(texts['test.title']);
});

it.each(locales)(
  '%s: public pages have a canonical address, and their title the name of the site',
  (language) => {
    const name = language === 'kn' ? 'siteNameKn' : 'siteNameEn';
    const { canonical, title } = templateOf(language, 'subscribe.live');
    expect(canonical).toBe(`${templatePlaceholders.origin}/subscribe`);
    expect(title.endsWith(` · ${templatePlaceholders[name]}`)).toBe(true);
    expect(templateOf(language, 'landing').title).toMatch(/%PROJECT_SUFFIX%$/);
    expect(templateOf(language, 'admin-login').canonical).toBeUndefined();
  },
);

it('lists the paths of all screens, and has a skeleton without buttons for those without a template', () => {
  const paths = ['/', '/app', '/app/add-treatment/:id?', '/admin-orders'];
  expect(JSON.parse(site.screens.text)).toEqual(expect.arrayContaining(paths));
  for (const language of locales)
    expect(templateOf(language, 'screen').html).toMatch(
      /^(?!.*<(script|style|button|a) ).*%PRODUCT_NAME_/s,
    );
});
