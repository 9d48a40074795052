import { isIPv4 } from 'node:net';
import { toNetwork } from '@ctdb/chassis';
import Bowser from 'bowser';

/** Whence a session was begun; unknown parts are blank. */
export interface SessionOrigin {
  network: string;
  browser: string;
  system: string;
}

/** What a request says of its browser and network: no version and no whole address. */
export const toOrigin = (address: string, userAgent = ''): SessionOrigin => {
  const { browser, os } = Bowser.parse(userAgent || '-');
  const network = toNetwork(address);
  return {
    network: isIPv4(network) ? network.replace(/\d+$/, '0/24') : network,
    browser: browser.name ?? '',
    system: os.name ?? '',
  };
};
