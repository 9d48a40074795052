import { expect, it } from 'vitest';
import { ConfigError } from '@ctdb/chassis';
import { exampleEnv } from '@ctdb/chassis/testing';
import { loadConfig } from './config.js';

const load = (values: Record<string, string>) => loadConfig({ ...exampleEnv, ...values }).dns;

it('the settings of the checks are those of an example if nothing is set', () => {
  expect(load({})).toMatchObject({
    domain: 'colour-therapy.example',
    ipv4: '203.0.113.7',
    usesDefaults: true,
    servers: undefined,
    allowedPrivateNetworks: [],
    httpsPort: 443,
    httpPort: 80,
  });
  expect(load({ SITE_DOMAIN: 'ಬಣ್ಣ.ಭಾರತ' })).toMatchObject({ usesDefaults: true });
});

it('the settings of the checks are taken as they are given', () => {
  const given = {
    SITE_DOMAIN: 'https://ಬಣ್ಣ.ಭಾರತ/',
    SITE_IPV4: '198.51.100.9',
    SITE_IPV6: '2001:DB8:0:0::7',
    DNS_SERVERS: '127.0.0.1:5353, ::1,[2001:db8::1]:53,192.0.2.1',
    DNS_LABORATORY_NETWORKS: '127.0.0.0/8, fd00::/8',
  };
  expect(load(given)).toMatchObject({
    domain: 'xn--1scaz7k.xn--2scrj9c',
    ipv4: '198.51.100.9',
    ipv6: '2001:db8::7',
    usesDefaults: false,
    servers: ['127.0.0.1:5353', '::1', '[2001:db8::1]:53', '192.0.2.1'],
    allowedPrivateNetworks: [
      { address: '127.0.0.0', bits: 8, family: 'ipv4' },
      { address: 'fd00::', bits: 8, family: 'ipv6' },
    ],
  });
});

it.each([
  'SITE_DOMAIN=localhost',
  'SITE_IPV4=::1',
  'SITE_IPV6=198.51.100.9',
  'SITE_IPV6=fe80::1%eth0',
  'DNS_SERVERS=dns.example',
  'DNS_SERVERS=127.0.0.1:0',
  'DNS_SERVERS=127.0.0.1,',
  'DNS_SERVERS=[127.0.0.1]:53',
  'DNS_LABORATORY_NETWORKS=10.0.0.0/8,home',
  'DNS_CAA_ISSUER="; x',
  'DNS_HTTPS_PORT=70000',
])('the settings of the checks refuse %s', (setting) => {
  const [name = '', value = ''] = setting.split('=');
  expect(() => load({ [name]: value })).toThrow(ConfigError);
});
