import { z } from 'zod';

/** What the checks of domains read from the environment. */
export const dnsSettings = {
  /** The installation's own domain. */
  SITE_DOMAIN: z.string().default('colour-therapy.example'),
  /** The address that it must lead to. */
  SITE_IPV4: z.ipv4().default('203.0.113.7'),
};

/** The settings as the checks use them. */
export const dnsOf = (value: { SITE_DOMAIN: string; SITE_IPV4: string }) => ({
  domain: value.SITE_DOMAIN,
  ipv4: value.SITE_IPV4,
});
