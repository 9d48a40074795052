import { useState } from 'react';
import { local } from '@/lib/storage';

const KEY = 'providerDashboard';

/** What a person typed as a page to open; undefined for what is no https address. */
export const dashboardAddress = (typed: string): string | undefined => {
  const text = typed.trim();
  if (!text) return undefined;
  const address = /^[a-z]+:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  return protocol === 'https:' && hostname.includes('.') ? href : undefined;
};

/**
 * The address of the provider's dashboard. Nobody but the administrator knows with whom the domain
 * is, so that it is asked for once and kept in this browser.
 */
export const useDashboard = () => {
  const [typed, setTyped] = useState(() => local.get(KEY) ?? '');
  const type = (next: string) => {
    setTyped(next);
    local.set(KEY, next);
  };
  return { typed, type, address: dashboardAddress(typed) };
};
